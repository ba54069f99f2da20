import os
import sys
from pathlib import Path

if not os.environ.get("KOGGESTONE_INSTALLED"):
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
