// npm run export and its options: tools/state/run-export.ts.
import '../tools/state/run-export.ts';
