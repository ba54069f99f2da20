// Random plies of chess by OpenSpiel, without Python: the list of legal actions, a random one, played, until the game is over.
// Prints plies and seconds for random_games.py --openspiel. Link it with OpenSpiel's chess, spiel and abseil.
// usage: openspiel SECONDS
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "open_spiel/games/chess/chess.h"
#include "open_spiel/spiel.h"

int main(int argc, char** argv) {
  using Clock = std::chrono::steady_clock;
  double limit = argc > 1 ? std::atof(argv[1]) : 1, seconds = 0;
  auto game = open_spiel::LoadGame("chess");
  std::mt19937 random(1);
  long plies = 0;
  for (auto start = Clock::now(); seconds < limit;) {
    auto state = game->NewInitialState();
    for (; !state->IsTerminal() && state->MoveNumber() < 400; plies++) {
      auto actions = state->LegalActions();
      state->ApplyAction(actions[random() % actions.size()]);
    }
    seconds = std::chrono::duration<double>(Clock::now() - start).count();
  }
  std::printf("%ld %f\n", plies, seconds);
}
