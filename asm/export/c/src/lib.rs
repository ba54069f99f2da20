//! Attacks, threats and threat pairs of chess positions, set-wise, by AVX-512 and AVX2 kernels with
//! a fallback in plain C. The header `koggestone_kernels.h` documents every call; [`ffi`] has its
//! declarations, and the rest of this crate wraps them safely.
//!
//! Squares are numbered from a1 = 0 to h8 = 63, and bit i of a bitboard is square i. Functions
//! panic if slices differ in length.

#![no_std]

extern crate alloc;
#[cfg(test)]
extern crate std;

use alloc::{boxed::Box, vec, vec::Vec};
use core::ffi::{c_char, c_int, CStr};
use core::ptr;

/// The declarations of `koggestone_kernels.h`.
pub mod ffi {
    use super::*;

    #[repr(C)]
    pub struct Numbering {
        pub size: i32,
        pub mirrored: u8,
        pub victims: [*const c_char; 6],
        pub index: Option<extern "C" fn(*const Numbering, c_char, c_int, c_char, c_int) -> i32>,
    }
    unsafe impl Sync for Numbering {}

    #[repr(C)]
    pub struct Features {
        pub private_words: [u64; 20490],
        pub numbers: [*const u64; 2],
    }

    #[repr(C)]
    pub struct ThreatInputs {
        pub features: Features,
        pub private_words: [u64; 1917],
        pub first: i32,
        pub in_kernel: bool,
    }

    #[repr(C)]
    #[derive(Clone, Copy)]
    pub struct Input {
        pub kind: c_int,
        pub first: i32,
        pub threats: *const ThreatInputs,
    }

    /// All functions of a path, as the header declares them.
    #[repr(C)]
    pub struct Functions {
        pub rook_attacks: unsafe extern "C" fn(u64, u64) -> u64,
        pub bishop_attacks: unsafe extern "C" fn(u64, u64) -> u64,
        pub slider_attacks: unsafe extern "C" fn(u64, u64, u64) -> u64,
        pub ray_attacks: unsafe extern "C" fn(*mut u64, u64, u64),
        pub multi_attacks: unsafe extern "C" fn(*mut [u64; 4], *const u64, u64),
        pub rook_attacks_batch: unsafe extern "C" fn(*mut u64, *const u64, *const u64, usize),
        pub bishop_attacks_batch: unsafe extern "C" fn(*mut u64, *const u64, *const u64, usize),
        pub slider_attacks_batch:
            unsafe extern "C" fn(*mut u64, *const u64, *const u64, *const u64, usize),
        pub ray_attacks_batch: unsafe extern "C" fn(*const *mut u64, *const u64, *const u64, usize),
        pub multi_attacks_batch:
            unsafe extern "C" fn(*const [*mut u64; 4], *const *const u64, *const u64, usize),
        pub threats_of: unsafe extern "C" fn(*mut Threats, *const Board, c_int),
        pub both_threats: unsafe extern "C" fn(*mut SideThreats, *const Board),
        pub vision: unsafe extern "C" fn(*mut Board, *const Board),
        pub threats_batch:
            unsafe extern "C" fn(*const *mut u64, *const *const u64, *const u8, usize),
        pub vision_batch: unsafe extern "C" fn(*const [*mut u64; 4], *const *const u64, usize),
        pub attacks_batch: unsafe extern "C" fn(*mut u64, *const *const u64, bool, usize),
        pub refresh: unsafe extern "C" fn(*mut Pairs, *const Rules, *const u8),
        pub refresh_board: unsafe extern "C" fn(*mut Pairs, *const Rules, *const Board),
        pub deltas: unsafe extern "C" fn(*mut PairChanges, *const Rules, *const u8, u64),
        pub number_pairs:
            unsafe extern "C" fn(*mut FeatureNumbers, *const Features, *const Pairs, c_int, c_int),
        pub number_changes: unsafe extern "C" fn(
            *mut FeatureChanges,
            *const Features,
            *const PairChanges,
            c_int,
            c_int,
        ),
        pub fill_rows: unsafe extern "C" fn(
            *mut i32,
            *mut i32,
            usize,
            *const Board,
            usize,
            *const Input,
            usize,
            bool,
            *mut i64,
        ),
        pub accumulate: unsafe extern "C" fn(
            *mut i16,
            *const i16,
            usize,
            *const i16,
            usize,
            *const u32,
            usize,
            *const u32,
            usize,
        ) -> bool,
        pub accumulate_int8: unsafe extern "C" fn(
            *mut i16,
            *const i16,
            usize,
            *const i8,
            usize,
            *const u32,
            usize,
            *const u32,
            usize,
        ) -> bool,
        pub delta_lists16: DeltaLists<u16>,
        pub delta_lists32: DeltaLists<u32>,
        pub number_lists16: NumberLists<u16>,
        pub number_lists32: NumberLists<u32>,
        pub refresh_lists16: RefreshLists<u16>,
        pub refresh_lists32: RefreshLists<u32>,
    }

    /// `ks_lists16` or `ks_lists32`.
    #[repr(C)]
    pub struct Lists<N> {
        pub list: [[*mut N; 2]; 2],
        pub n: [[usize; 2]; 2],
    }
    pub type DeltaLists<N> = unsafe extern "C" fn(
        *mut Lists<N>,
        *mut PairChanges,
        *const Features,
        *const Rules,
        *const u8,
        u64,
        c_int,
        c_int,
    ) -> bool;
    pub type NumberLists<N> = unsafe extern "C" fn(
        *mut Lists<N>,
        *const Features,
        *const PairChanges,
        c_int,
        c_int,
    ) -> bool;
    pub type RefreshLists<N> = unsafe extern "C" fn(
        *mut Lists<N>,
        *const Features,
        *const Rules,
        *const u8,
        c_int,
        c_int,
    ) -> bool;

    extern "C" {
        pub fn ks_functions_of(path: *const c_char) -> *const Functions;
        pub fn ks_delta_lists16(
            lists: *mut Lists<u16>,
            changes: *mut PairChanges,
            f: *const Features,
            rules: *const Rules,
            before: *const u8,
            update: u64,
            white: c_int,
            black: c_int,
        ) -> bool;
        pub fn ks_delta_lists32(
            lists: *mut Lists<u32>,
            changes: *mut PairChanges,
            f: *const Features,
            rules: *const Rules,
            before: *const u8,
            update: u64,
            white: c_int,
            black: c_int,
        ) -> bool;
        pub static ks_sfnnv10: Numbering;
        pub static ks_sfnnv11: Numbering;
        pub static ks_sfnnv12: Numbering;
        pub static ks_sfnnv16: Numbering;

        pub fn ks_abi() -> u32;
        pub fn ks_path() -> *const c_char;
        pub fn ks_rook_attacks(rooks: u64, empty: u64) -> u64;
        pub fn ks_bishop_attacks(bishops: u64, empty: u64) -> u64;
        pub fn ks_slider_attacks(diagonal: u64, orthogonal: u64, empty: u64) -> u64;
        pub fn ks_ray_attacks(dst: *mut u64, sliders: u64, empty: u64);
        pub fn ks_multi_attacks(dst: *mut [u64; 4], gens: *const u64, empty: u64);
        pub fn ks_rook_attacks_batch(dst: *mut u64, rooks: *const u64, empty: *const u64, n: usize);
        pub fn ks_bishop_attacks_batch(
            dst: *mut u64,
            bishops: *const u64,
            empty: *const u64,
            n: usize,
        );
        pub fn ks_slider_attacks_batch(
            dst: *mut u64,
            diagonal: *const u64,
            orthogonal: *const u64,
            empty: *const u64,
            n: usize,
        );
        pub fn ks_ray_attacks_batch(
            dst: *const *mut u64,
            sliders: *const u64,
            empty: *const u64,
            n: usize,
        );
        pub fn ks_multi_attacks_batch(
            dst: *const [*mut u64; 4],
            gens: *const *const u64,
            empty: *const u64,
            n: usize,
        );
        pub fn ks_threats_of(dst: *mut Threats, board: *const Board, us: c_int);
        pub fn ks_both_threats(dst: *mut SideThreats, board: *const Board);
        pub fn ks_vision(dst: *mut Board, board: *const Board);
        pub fn ks_threats_batch(
            dst: *const *mut u64,
            planes: *const *const u64,
            us: *const u8,
            n: usize,
        );
        pub fn ks_vision_batch(dst: *const [*mut u64; 4], planes: *const *const u64, n: usize);
        pub fn ks_attacks_batch(dst: *mut u64, planes: *const *const u64, black: bool, n: usize);
        pub fn ks_rules_init(rules: *mut Rules, codes: *const c_char, n: *const Numbering) -> bool;
        pub fn ks_board_mailbox(mailbox: *mut u8, rules: *const Rules, board: *const Board);
        pub fn ks_apply(rules: *const Rules, mailbox: *mut u8, update: u64);
        pub fn ks_refresh(dst: *mut Pairs, rules: *const Rules, mailbox: *const u8);
        pub fn ks_refresh_board(dst: *mut Pairs, rules: *const Rules, board: *const Board);
        pub fn ks_deltas(
            dst: *mut PairChanges,
            rules: *const Rules,
            before: *const u8,
            update: u64,
        );
        pub fn ks_features_init(
            f: *mut Features,
            n: *const Numbering,
            codes: *const c_char,
            memory: *mut u64,
            words: usize,
        ) -> i64;
        pub fn ks_number_pairs(
            dst: *mut FeatureNumbers,
            f: *const Features,
            pairs: *const Pairs,
            white: c_int,
            black: c_int,
        );
        pub fn ks_number_changes(
            dst: *mut FeatureChanges,
            f: *const Features,
            changes: *const PairChanges,
            white: c_int,
            black: c_int,
        );
        pub fn ks_mirrors(f: *const Features, from: c_int, to: c_int) -> bool;
        pub fn ks_accumulate(
            dst: *mut i16,
            src: *const i16,
            width: usize,
            weights: *const i16,
            rows: usize,
            added: *const u32,
            n_added: usize,
            removed: *const u32,
            n_removed: usize,
        ) -> bool;
        pub fn ks_accumulate_int8(
            dst: *mut i16,
            src: *const i16,
            width: usize,
            weights: *const i8,
            rows: usize,
            added: *const u32,
            n_added: usize,
            removed: *const u32,
            n_removed: usize,
        ) -> bool;
        pub fn ks_pawn_pairs(
            dst: *mut u32,
            white: u64,
            black: u64,
            side: c_int,
            king: c_int,
        ) -> usize;
        pub fn ks_pawn_pairs_touching(
            dst: *mut u32,
            white: u64,
            black: u64,
            touched: u64,
            side: c_int,
            king: c_int,
        ) -> usize;
        pub fn ks_threat_inputs_init(
            t: *mut ThreatInputs,
            n: *const Numbering,
            first: i32,
            memory: *mut u64,
            words: usize,
        ) -> i64;
        pub fn ks_fill_rows(
            white: *mut i32,
            black: *mut i32,
            length: usize,
            boards: *const Board,
            n: usize,
            inputs: *const Input,
            n_inputs: usize,
            stream: bool,
            active: *mut i64,
        );
    }
}

/// The path that this CPU uses: avx512, avx2 or generic.
pub fn path() -> &'static str {
    unsafe { CStr::from_ptr(ffi::ks_path()) }.to_str().unwrap()
}

/// The functions of one path, or None if this CPU does not have it.
pub fn functions_of(path: &CStr) -> Option<&'static ffi::Functions> {
    unsafe { ffi::ks_functions_of(path.as_ptr()).as_ref() }
}

// == Attacks of sliders ==

pub fn rook_attacks(rooks: u64, empty: u64) -> u64 {
    unsafe { ffi::ks_rook_attacks(rooks, empty) }
}

pub fn bishop_attacks(bishops: u64, empty: u64) -> u64 {
    unsafe { ffi::ks_bishop_attacks(bishops, empty) }
}

/// The attacks of all sliders: bishops and queens are diagonal, rooks and queens orthogonal.
pub fn slider_attacks(diagonal: u64, orthogonal: u64, empty: u64) -> u64 {
    unsafe { ffi::ks_slider_attacks(diagonal, orthogonal, empty) }
}

/// The attacks by direction: northeast, east, southeast, south, southwest, west, northwest, north.
pub fn ray_attacks(sliders: u64, empty: u64) -> [u64; 8] {
    let mut dst = [0; 8];
    unsafe { ffi::ks_ray_attacks(dst.as_mut_ptr(), sliders, empty) };
    dst
}

/// The attacks of several sets by direction and set.
pub fn multi_attacks(gens: &[u64; 4], empty: u64) -> [[u64; 4]; 8] {
    let mut dst = [[0; 4]; 8];
    unsafe { ffi::ks_multi_attacks(dst.as_mut_ptr(), gens.as_ptr(), empty) };
    dst
}

/// Panics unless all slices have n elements.
fn check(n: usize, lengths: &[usize]) {
    assert!(
        lengths.iter().all(|&l| l == n),
        "koggestone: expected slices of {n} elements, found {lengths:?}"
    );
}

pub fn rook_attacks_batch(dst: &mut [u64], rooks: &[u64], empty: &[u64]) {
    check(dst.len(), &[rooks.len(), empty.len()]);
    unsafe {
        ffi::ks_rook_attacks_batch(dst.as_mut_ptr(), rooks.as_ptr(), empty.as_ptr(), dst.len())
    }
}

pub fn bishop_attacks_batch(dst: &mut [u64], bishops: &[u64], empty: &[u64]) {
    check(dst.len(), &[bishops.len(), empty.len()]);
    unsafe {
        ffi::ks_bishop_attacks_batch(
            dst.as_mut_ptr(),
            bishops.as_ptr(),
            empty.as_ptr(),
            dst.len(),
        )
    }
}

pub fn slider_attacks_batch(dst: &mut [u64], diagonal: &[u64], orthogonal: &[u64], empty: &[u64]) {
    check(dst.len(), &[diagonal.len(), orthogonal.len(), empty.len()]);
    unsafe {
        ffi::ks_slider_attacks_batch(
            dst.as_mut_ptr(),
            diagonal.as_ptr(),
            orthogonal.as_ptr(),
            empty.as_ptr(),
            dst.len(),
        )
    }
}

pub fn ray_attacks_batch(dst: &mut [&mut [u64]; 8], sliders: &[u64], empty: &[u64]) {
    let n = empty.len();
    check(n, &[sliders.len()]);
    check(n, &dst.each_ref().map(|s| s.len()));
    let out = dst.each_mut().map(|s| s.as_mut_ptr());
    unsafe { ffi::ks_ray_attacks_batch(out.as_ptr(), sliders.as_ptr(), empty.as_ptr(), n) }
}

pub fn multi_attacks_batch(dst: &mut [[&mut [u64]; 4]; 8], gens: &[&[u64]; 4], empty: &[u64]) {
    let n = empty.len();
    check(n, &gens.map(|s| s.len()));
    for d in dst.iter() {
        check(n, &d.each_ref().map(|s| s.len()));
    }
    let out = dst.each_mut().map(|d| d.each_mut().map(|s| s.as_mut_ptr()));
    unsafe {
        ffi::ks_multi_attacks_batch(
            out.as_ptr(),
            gens.map(|s| s.as_ptr()).as_ptr(),
            empty.as_ptr(),
            n,
        )
    }
}

// == Boards ==

/// A board in four planes: see `ks_board`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Board {
    pub g0: u64,
    pub g1: u64,
    pub g2: u64,
    pub gb: u64,
}

impl Board {
    /// The board of sets of pieces, in the order pawns, knights, bishops, rooks, queens, kings.
    pub fn new(pieces: [u64; 6], black: u64) -> Board {
        let [p, n, b, r, q, k] = pieces;
        let (g0, g1, g2) = (b | r | q, p | b | q | k, n | r | q | k);
        Board {
            g0,
            g1,
            g2,
            gb: black & (g0 | g1 | g2),
        }
    }

    /// What a node of a search needs to know, for White or Black to move.
    pub fn threats(&self, black: bool) -> Threats {
        let mut dst = Threats::default();
        unsafe { ffi::ks_threats_of(&mut dst, self, black as c_int) };
        dst
    }

    /// The threats of White and of Black.
    pub fn both_threats(&self) -> [SideThreats; 2] {
        let mut dst = [SideThreats::default(); 2];
        unsafe { ffi::ks_both_threats(dst.as_mut_ptr(), self) };
        dst
    }

    /// For each direction the piece that is seen from each square against it.
    pub fn vision(&self) -> [Board; 8] {
        let mut dst = [Board::default(); 8];
        unsafe { ffi::ks_vision(dst.as_mut_ptr(), self) };
        dst
    }
}

/// See `ks_threats`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Threats {
    pub by_pawn: u64,
    pub by_knight: u64,
    pub by_bishop: u64,
    pub by_rook: u64,
    pub by_queen: u64,
    pub by_king: u64,
    pub attacked: u64,
    pub danger: u64,
    pub checkers: u64,
    pub check_mask: u64,
    pub pinned: u64,
    pub pinners: u64,
    pub pawn_checks: u64,
    pub knight_checks: u64,
    pub bishop_checks: u64,
    pub rook_checks: u64,
    pub discoverers: u64,
}

/// See `ks_side_threats`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SideThreats {
    pub by_pawn: u64,
    pub by_knight: u64,
    pub by_bishop: u64,
    pub by_rook: u64,
    pub by_queen: u64,
    pub by_king: u64,
    pub attacked: u64,
    pub attacked_twice: u64,
    pub checkers: u64,
    pub pinned: u64,
    pub pinners: u64,
    pub discoverers: u64,
}

/// Sets element i of each slice to that set of [`Threats`] of board i of the planes. `us[i]` is 0 or 1.
pub fn threats_batch(dst: &mut [&mut [u64]; 17], planes: &[&[u64]; 4], us: &[u8]) {
    check(us.len(), &planes.map(|s| s.len()));
    check(us.len(), &dst.each_ref().map(|s| s.len()));
    let out = dst.each_mut().map(|s| s.as_mut_ptr());
    unsafe {
        ffi::ks_threats_batch(
            out.as_ptr(),
            planes.map(|s| s.as_ptr()).as_ptr(),
            us.as_ptr(),
            us.len(),
        )
    }
}

pub fn vision_batch(dst: &mut [[&mut [u64]; 4]; 8], planes: &[&[u64]; 4]) {
    let n = planes[0].len();
    check(n, &planes.map(|s| s.len()));
    for d in dst.iter() {
        check(n, &d.each_ref().map(|s| s.len()));
    }
    let out = dst.each_mut().map(|d| d.each_mut().map(|s| s.as_mut_ptr()));
    unsafe { ffi::ks_vision_batch(out.as_ptr(), planes.map(|s| s.as_ptr()).as_ptr(), n) }
}

/// Sets `dst[i]` to all squares that the pieces of a side attack on board i of the planes.
pub fn attacks_batch(dst: &mut [u64], planes: &[&[u64]; 4], black: bool) {
    check(dst.len(), &planes.map(|s| s.len()));
    unsafe {
        ffi::ks_attacks_batch(
            dst.as_mut_ptr(),
            planes.map(|s| s.as_ptr()).as_ptr(),
            black,
            dst.len(),
        )
    }
}

// == Threat pairs ==

/// The code of an empty square in every mailbox.
pub const EMPTY: u8 = 0x80;
pub const STOCKFISH_CODES: &str = ".PNBRQK..pnbrqk.";
pub const BOARD_CODES: &str = ".RPBNRKQ.rpbnrkq";

/// A named network. [`ffi::Numbering`] is for others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Network {
    Sfnnv10,
    Sfnnv11,
    Sfnnv12,
    Sfnnv16,
}

impl Network {
    pub fn numbering(self) -> &'static ffi::Numbering {
        unsafe {
            match self {
                Network::Sfnnv10 => &ffi::ks_sfnnv10,
                Network::Sfnnv11 => &ffi::ks_sfnnv11,
                Network::Sfnnv12 => &ffi::ks_sfnnv12,
                Network::Sfnnv16 => &ffi::ks_sfnnv16,
            }
        }
    }
}

/// Returns codes as C expects them, or None if they are not sixteen letters.
fn letters(codes: &str) -> Option<*const c_char> {
    (codes.len() == 16).then_some(codes.as_ptr().cast())
}

/// The pairs of a board.
#[repr(C, align(64))]
#[derive(Clone)]
pub struct Pairs {
    pairs: [u32; 528],
    n: i64,
}

impl Default for Pairs {
    fn default() -> Self {
        Pairs {
            pairs: [0; 528],
            n: 0,
        }
    }
}

impl Pairs {
    /// Each pair is the attacker's square in bits 0 to 5, the victim's in bits 6 to 11, and their
    /// codes in bits 12 to 15 and 18 to 21.
    pub fn pairs(&self) -> &[u32] {
        &self.pairs[..self.n as usize]
    }
}

/// The pairs that a move removes and adds.
#[repr(C, align(64))]
#[derive(Clone)]
pub struct PairChanges {
    pairs: [[u32; 112]; 2],
    n: [i64; 2],
}

impl Default for PairChanges {
    fn default() -> Self {
        PairChanges {
            pairs: [[0; 112]; 2],
            n: [0; 2],
        }
    }
}

impl PairChanges {
    pub fn removed(&self) -> &[u32] {
        &self.pairs[0][..self.n[0] as usize]
    }
    pub fn added(&self) -> &[u32] {
        &self.pairs[1][..self.n[1] as usize]
    }
}

/// What a move writes to a mailbox: up to four squares with their new codes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Update(pub u64);

impl Update {
    /// A piece moves and has the given code afterwards.
    pub fn moved(from: u8, to: u8, code: u8) -> Update {
        Update(0).and(from, EMPTY).and(to, code)
    }

    /// One more square. Panics if there are four.
    pub fn and(self, square: u8, code: u8) -> Update {
        let shift = (64 - self.0.leading_zeros()).div_ceil(16) * 16;
        assert!(shift < 64, "koggestone: expected at most four squares, found five");
        Update(self.0 | (0x40 | (square & 63) as u64 | (code as u64) << 8) << shift)
    }
}

/// The tables of pairs for an engine's piece codes.
#[repr(C, align(64))]
pub struct Rules {
    private_words: [u64; 2704],
}

impl Rules {
    /// codes are sixteen letters, as for `ks_rules_init`. The rules count the pairs that the network
    /// numbers, or all. Returns None if a piece is missing or has two codes.
    pub fn new(codes: &str, network: Option<Network>) -> Option<Box<Rules>> {
        let mut rules = Box::new(Rules {
            private_words: [0; 2704],
        });
        let numbering = network.map_or(ptr::null(), |n| n.numbering() as *const _);
        unsafe { ffi::ks_rules_init(&mut *rules, letters(codes)?, numbering) }.then_some(rules)
    }

    pub fn mailbox(&self, board: &Board) -> [u8; 64] {
        let mut mailbox = [0; 64];
        unsafe { ffi::ks_board_mailbox(mailbox.as_mut_ptr(), self, board) };
        mailbox
    }

    pub fn apply(&self, mailbox: &mut [u8; 64], update: Update) {
        unsafe { ffi::ks_apply(self, mailbox.as_mut_ptr(), update.0) }
    }

    /// Sets dst to all pairs of a mailbox.
    pub fn refresh(&self, dst: &mut Pairs, mailbox: &[u8; 64]) {
        unsafe { ffi::ks_refresh(dst, self, mailbox.as_ptr()) }
    }

    pub fn refresh_board(&self, dst: &mut Pairs, board: &Board) {
        unsafe { ffi::ks_refresh_board(dst, self, board) }
    }

    /// Sets dst to the pairs that an update of the mailbox removes and adds.
    pub fn deltas(&self, dst: &mut PairChanges, before: &[u8; 64], update: Update) {
        unsafe { ffi::ks_deltas(dst, self, before.as_ptr(), update.0) }
    }
}

/// The features of both sides.
#[repr(C)]
#[derive(Clone)]
pub struct FeatureNumbers {
    features: [[u32; 528]; 2],
    n: [i64; 2],
}

impl Default for FeatureNumbers {
    fn default() -> Self {
        FeatureNumbers {
            features: [[0; 528]; 2],
            n: [0; 2],
        }
    }
}

impl FeatureNumbers {
    pub fn active(&self, black: bool) -> &[u32] {
        &self.features[black as usize][..self.n[black as usize] as usize]
    }
}

/// The features that a move removes and adds, for both sides.
#[repr(C)]
#[derive(Clone)]
pub struct FeatureChanges {
    features: [[[u32; 112]; 2]; 2],
    n: [[i64; 2]; 2],
}

impl Default for FeatureChanges {
    fn default() -> Self {
        FeatureChanges {
            features: [[[0; 112]; 2]; 2],
            n: [[0; 2]; 2],
        }
    }
}

impl FeatureChanges {
    pub fn removed(&self, black: bool) -> &[u32] {
        &self.features[black as usize][0][..self.n[black as usize][0] as usize]
    }
    pub fn added(&self, black: bool) -> &[u32] {
        &self.features[black as usize][1][..self.n[black as usize][1] as usize]
    }
}

/// The features that a move removes and adds, for one side.
#[derive(Clone)]
pub struct FeatureLists {
    features: [[u32; 97]; 2],
    n: [usize; 2],
}

impl Default for FeatureLists {
    fn default() -> Self {
        FeatureLists {
            features: [[0; 97]; 2],
            n: [0; 2],
        }
    }
}

impl FeatureLists {
    pub fn removed(&self) -> &[u32] {
        &self.features[0][..self.n[0]]
    }
    pub fn added(&self) -> &[u32] {
        &self.features[1][..self.n[1]]
    }
}

/// The tables of feature numbers for an engine's piece codes.
pub struct Features {
    features: Box<ffi::Features>,
    _memory: Vec<u64>, // to which features points
}
unsafe impl Send for Features {}
unsafe impl Sync for Features {}

const FEATURE_WORDS: usize = 14 * 8192;

impl Features {
    /// Returns None if codes are bad.
    pub fn new(codes: &str, network: Network) -> Option<Features> {
        let mut memory = vec![0; FEATURE_WORDS];
        let mut features = Box::new(ffi::Features {
            private_words: [0; 20490],
            numbers: [ptr::null(); 2],
        });
        let words = unsafe {
            ffi::ks_features_init(
                &mut *features,
                network.numbering(),
                letters(codes)?,
                memory.as_mut_ptr(),
                memory.len(),
            )
        };
        (0..=memory.len() as i64)
            .contains(&words)
            .then_some(Features {
                features,
                _memory: memory,
            })
    }

    /// Sets dst to the features of pairs. white and black are the squares of the kings. The pairs
    /// must have the codes of these tables.
    pub fn number_pairs(&self, dst: &mut FeatureNumbers, pairs: &Pairs, white: u8, black: u8) {
        unsafe { ffi::ks_number_pairs(dst, &*self.features, pairs, white as c_int, black as c_int) }
    }

    pub fn number_changes(
        &self,
        dst: &mut FeatureChanges,
        changes: &PairChanges,
        white: u8,
        black: u8,
    ) {
        unsafe {
            ffi::ks_number_changes(
                dst,
                &*self.features,
                changes,
                white as c_int,
                black as c_int,
            )
        }
    }

    /// Sets changes to the pairs that an update of the mailbox removes and adds, and the lists to their features for White
    /// and for Black. A side without lists costs nothing. white and black are the squares of the kings after the move.
    #[allow(clippy::too_many_arguments)]
    pub fn delta_lists(
        &self,
        lists: [Option<&mut FeatureLists>; 2],
        changes: &mut PairChanges,
        rules: &Rules,
        before: &[u8; 64],
        update: Update,
        white: u8,
        black: u8,
    ) {
        let mut out = ffi::Lists {
            list: [[ptr::null_mut(); 2]; 2],
            n: [[0; 2]; 2],
        };
        let mut lists = lists;
        for (to, list) in out.list.iter_mut().zip(lists.iter_mut()) {
            if let Some(l) = list {
                *to = l.features.each_mut().map(|x| x.as_mut_ptr());
            }
        }
        let (white, black) = (white as c_int, black as c_int);
        unsafe {
            let f = &*self.features;
            ffi::ks_delta_lists32(
                &mut out,
                changes,
                f,
                rules,
                before.as_ptr(),
                update.0,
                white,
                black,
            )
        };
        for (n, list) in out.n.iter().zip(lists) {
            if let Some(l) = list {
                l.n = *n;
            }
        }
    }

    /// Whether a king move mirrors the board of its side, so that its features need a refresh.
    pub fn mirrors(&self, from: u8, to: u8) -> bool {
        unsafe { ffi::ks_mirrors(&*self.features, from as c_int, to as c_int) }
    }
}

/// Appends the features PP_3Wide of the pairs of pawns with a pawn in touched.
pub fn pawn_pairs(
    dst: &mut Vec<u32>,
    white: u64,
    black: u64,
    touched: u64,
    is_black: bool,
    king: u8,
) {
    let mut list = [0; 408];
    let n = unsafe {
        ffi::ks_pawn_pairs_touching(
            list.as_mut_ptr(),
            white,
            black,
            touched,
            is_black as c_int,
            king as c_int,
        )
    };
    dst.extend_from_slice(&list[..n]);
}

// == Accumulators ==

/// A weight of an accumulator: i16 or i8.
pub trait Weight: Sized {
    /// # Safety
    /// As for `ks_accumulate`.
    unsafe fn accumulate(
        dst: &mut [i16],
        src: *const i16,
        weights: &[Self],
        added: &[u32],
        removed: &[u32],
    ) -> bool;
}

macro_rules! weight {
    ($weight:ty, $function:path) => {
        impl Weight for $weight {
            unsafe fn accumulate(
                dst: &mut [i16],
                src: *const i16,
                weights: &[Self],
                added: &[u32],
                removed: &[u32],
            ) -> bool {
                let rows = weights.len().checked_div(dst.len()).unwrap_or(0);
                $function(
                    dst.as_mut_ptr(),
                    src,
                    dst.len(),
                    weights.as_ptr(),
                    rows,
                    added.as_ptr(),
                    added.len(),
                    removed.as_ptr(),
                    removed.len(),
                )
            }
        }
    };
}
weight!(i16, ffi::ks_accumulate);
weight!(i8, ffi::ks_accumulate_int8);

/// Sets dst to src plus the rows of weights in added minus the rows in removed. A row has dst.len()
/// weights, a multiple of 32. Panics if a row is missing.
pub fn accumulate<W: Weight>(
    dst: &mut [i16],
    src: &[i16],
    weights: &[W],
    added: &[u32],
    removed: &[u32],
) {
    check(dst.len(), &[src.len()]);
    assert!(
        unsafe { W::accumulate(dst, src.as_ptr(), weights, added, removed) },
        "koggestone: a row outside the weights, or a width of {}",
        dst.len()
    );
}

/// The same in place.
pub fn accumulate_in_place<W: Weight>(
    dst: &mut [i16],
    weights: &[W],
    added: &[u32],
    removed: &[u32],
) {
    let src = dst.as_ptr();
    assert!(
        unsafe { W::accumulate(dst, src, weights, added, removed) },
        "koggestone: a row outside the weights, or a width of {}",
        dst.len()
    );
}

// == Rows of features ==

/// The inputs of a network: sets of features, each numbered after those before it.
#[derive(Default)]
pub struct Inputs {
    inputs: Vec<ffi::Input>,
    tables: Vec<(Box<ffi::ThreatInputs>, Vec<u64>)>, // to which inputs point
    size: i32,
}
unsafe impl Send for Inputs {}
unsafe impl Sync for Inputs {}

impl Inputs {
    pub fn new() -> Inputs {
        Inputs::default()
    }

    /// The number of inputs of a side.
    pub fn size(&self) -> i32 {
        self.size
    }

    fn add(mut self, kind: c_int, size: i32, threats: *const ffi::ThreatInputs) -> Inputs {
        self.inputs.push(ffi::Input {
            kind,
            first: self.size,
            threats,
        });
        self.size += size;
        self
    }

    pub fn threats(mut self, network: Network) -> Inputs {
        let mut memory = vec![0; FEATURE_WORDS];
        let features = ffi::Features {
            private_words: [0; 20490],
            numbers: [ptr::null(); 2],
        };
        let mut t = Box::new(ffi::ThreatInputs {
            features,
            private_words: [0; 1917],
            first: 0,
            in_kernel: false,
        });
        let words = unsafe {
            ffi::ks_threat_inputs_init(
                &mut *t,
                network.numbering(),
                self.size,
                memory.as_mut_ptr(),
                memory.len(),
            )
        };
        assert!((0..=memory.len() as i64).contains(&words));
        let p: *const _ = &*t;
        self.tables.push((t, memory));
        self.add(0, network.numbering().size, p)
    }

    /// PP_3Wide.
    pub fn pawn_pairs(self) -> Inputs {
        self.add(1, 4560, ptr::null())
    }

    /// HalfKAv2_hm.
    pub fn pieces(self) -> Inputs {
        self.add(2, 32 * 12 * 64, ptr::null())
    }

    /// Sets the rows of boards to their active features, and the rest to -1. Returns the numbers of
    /// features of White and Black. Rows have white.len() / boards.len() elements. stream writes
    /// past the caches if the rows are aligned to 64 bytes.
    pub fn fill_rows(
        &self,
        white: &mut [i32],
        black: &mut [i32],
        boards: &[Board],
        stream: bool,
    ) -> [i64; 2] {
        let length = white.len().checked_div(boards.len()).unwrap_or(0);
        check(length * boards.len(), &[white.len(), black.len()]);
        let mut active = [0; 2];
        unsafe {
            ffi::ks_fill_rows(
                white.as_mut_ptr(),
                black.as_mut_ptr(),
                length,
                boards.as_ptr(),
                boards.len(),
                self.inputs.as_ptr(),
                self.inputs.len(),
                stream,
                active.as_mut_ptr(),
            );
        }
        active
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn start() -> Board {
        let both = |rank1: u64, rank8: u64| rank1 | rank8 << 56;
        Board::new(
            [
                0x00ff00000000ff00,
                both(0x42, 0x42),
                both(0x24, 0x24),
                both(0x81, 0x81),
                both(8, 8),
                both(16, 16),
            ],
            0xffff000000000000,
        )
    }

    #[test]
    fn attacks() {
        let (d, o, e) = ([1u64; 70], [1u64 << 63; 70], [!0u64; 70]);
        let mut dst = [0; 70];
        slider_attacks_batch(&mut dst, &d, &o, &e);
        let want = slider_attacks(1, 1 << 63, !0);
        assert_eq!(want, 0xff80808080808080 & !(1 << 63) | 0x8040201008040200);
        assert!(dst.iter().all(|&x| x == want), "{}", path());
        assert_eq!(ray_attacks(1, !0)[7], 0x0101010101010100);
        let mut rays: [Vec<u64>; 8] = core::array::from_fn(|_| vec![0; 70]);
        let mut out = rays.each_mut().map(|v| v.as_mut_slice());
        ray_attacks_batch(&mut out, &d, &e);
        assert_eq!(rays.map(|v| v[69]), ray_attacks(1, !0));
    }

    #[test]
    fn paths() {
        let generic = functions_of(c"generic").unwrap();
        assert_eq!(
            unsafe { (generic.slider_attacks)(1, 1 << 63, !0) },
            slider_attacks(1, 1 << 63, !0)
        );
        assert!(functions_of(c"nonsense").is_none());
    }

    #[test]
    fn lists() {
        let rules = Rules::new(STOCKFISH_CODES, Some(Network::Sfnnv16)).unwrap();
        let features = Features::new(STOCKFISH_CODES, Network::Sfnnv16).unwrap();
        let before = rules.mailbox(&start());
        let knight = Update::moved(6, 21, 2);
        let (mut changes, mut numbers) = (PairChanges::default(), FeatureChanges::default());
        rules.deltas(&mut changes, &before, knight);
        features.number_changes(&mut numbers, &changes, 4, 60);
        let (mut white, mut black) = (FeatureLists::default(), FeatureLists::default());
        let both = [Some(&mut white), Some(&mut black)];
        features.delta_lists(both, &mut changes, &rules, &before, knight, 4, 60);
        assert!(!white.added().is_empty());
        assert_eq!(
            (white.removed(), white.added()),
            (numbers.removed(false), numbers.added(false))
        );
        assert_eq!(
            (black.removed(), black.added()),
            (numbers.removed(true), numbers.added(true))
        );
        let mut one = FeatureLists::default();
        features.delta_lists(
            [None, Some(&mut one)],
            &mut changes,
            &rules,
            &before,
            knight,
            4,
            60,
        );
        assert_eq!(
            (one.removed(), one.added()),
            (black.removed(), black.added())
        );
    }

    #[test]
    #[should_panic(expected = "expected slices of 3 elements, found [2, 3]")]
    fn lengths() {
        rook_attacks_batch(&mut [0; 3], &[0; 2], &[0; 3]);
    }

    #[test]
    fn boards() {
        let b = start();
        let t = b.threats(false);
        assert_eq!(
            (t.checkers, t.check_mask, t.by_pawn),
            (0, !0, 0x0000ff0000000000)
        );
        let both = b.both_threats();
        assert_eq!(both[0].attacked.swap_bytes(), both[1].attacked);
        let planes = [b.g0, b.g1, b.g2, b.gb].map(|p| vec![p; 9]);
        let mut dst = [0; 9];
        attacks_batch(&mut dst, &planes.each_ref().map(|p| p.as_slice()), true);
        assert_eq!(dst, [both[1].attacked; 9]);
    }

    #[test]
    #[should_panic(expected = "a row outside the weights")]
    fn accumulators() {
        let weights: Vec<i16> = (0..96).collect();
        let mut sums = [0; 32];
        accumulate(&mut sums, &[5; 32], &weights, &[2, 2], &[1]);
        assert_eq!(sums[3], 5 + 2 * 67 - 35);
        let bytes = [-1i8; 64];
        accumulate_in_place(&mut sums, &bytes, &[1], &[]);
        assert_eq!(sums[3], 5 + 2 * 67 - 35 - 1);
        accumulate_in_place(&mut sums, &bytes, &[2], &[]);
    }

    #[test]
    fn pairs_and_features() {
        assert!(Rules::new("nonsense", None).is_none());
        assert!(Rules::new("................", None).is_none());
        let rules = Rules::new(STOCKFISH_CODES, Some(Network::Sfnnv16)).unwrap();
        let features = Features::new(STOCKFISH_CODES, Network::Sfnnv16).unwrap();
        let mut before = rules.mailbox(&start());
        let (mut list, mut again, mut changes) =
            (Pairs::default(), Pairs::default(), PairChanges::default());
        rules.refresh(&mut list, &before);
        let e4 = Update::moved(12, 28, 1);
        rules.deltas(&mut changes, &before, e4);
        rules.apply(&mut before, e4);
        rules.refresh(&mut again, &before);
        let mut want: Vec<u32> = list
            .pairs()
            .iter()
            .filter(|p| !changes.removed().contains(p))
            .copied()
            .collect();
        want.extend_from_slice(changes.added());
        want.sort();
        let mut got = again.pairs().to_vec();
        got.sort();
        assert_eq!(got, want);
        let (mut numbers, mut rows) = (FeatureNumbers::default(), [vec![0; 300], vec![0; 300]]);
        rules.refresh(&mut list, &rules.mailbox(&start()));
        features.number_pairs(&mut numbers, &list, 4, 60);
        let inputs = Inputs::new()
            .threats(Network::Sfnnv16)
            .pawn_pairs()
            .pieces();
        let [white, black] = &mut rows;
        let active = inputs.fill_rows(white, black, &[start()], false);
        let mut pawns = vec![];
        pawn_pairs(&mut pawns, 0xff00, 0x00ff000000000000, !0, false, 4);
        assert_eq!(inputs.size(), 59808 + 4560 + 24576);
        assert_eq!(
            active[0] as usize,
            numbers.active(false).len() + pawns.len() + 32
        );
        for x in numbers.active(false) {
            assert!(rows[0].contains(&(*x as i32)));
        }
    }
}
