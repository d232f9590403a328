// npm run import-state and its options: tools/state/run-import.ts.
import '../tools/state/run-import.ts';
