import { fork, type ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import type { Case, Judgement } from './judge.ts';

/** Milliseconds for all tests of a mutant: what takes longer is taken to go round in circles. */
const TESTS_TIMEOUT_MS = 60_000;
/** Each mutant's modules stay in the memory of the process. */
const CASES_OF_ONE = 40;

export interface Judge {
  /** The tests' verdict on a mutant. One that does not end has failed. */
  judgeCase: (one: Case) => Promise<Judgement>;
  close: () => void;
}

/** Judges mutants in a process of its own (judge.ts), which is restarted now and then. */
export function openJudge(): Judge {
  let child: ChildProcess | null = null;
  let caseCount = 0;
  const close = () => {
    child?.kill('SIGKILL');
    child = null;
  };
  const judgeCase = async (one: Case): Promise<Judgement> => {
    if (caseCount % CASES_OF_ONE === 0) close();
    caseCount += 1;
    const judge = (child ??= fork(resolve('tests/simulator/mutation/judge.ts'), {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    }));
    return new Promise((done) => {
      const end = (judgement: Judgement) => {
        clearTimeout(timer);
        judge.removeAllListeners();
        done(judgement);
      };
      const timer = setTimeout(() => {
        end({ failure: 'does not end', ran: 0 });
        close();
      }, TESTS_TIMEOUT_MS);
      judge.once('message', (message) => {
        end(message as Judgement);
      });
      judge.once('exit', () => {
        child = null;
        end({ failure: 'ended the process', ran: 0 });
      });
      judge.send(one);
    });
  };
  return { judgeCase, close };
}
