// node --import dying-before-answers.mjs: the process dies by kill -9 between a commit of its database's writing thread
// and its answers, when the number in the file KILL_FILE has been counted down to one. An empty file counts nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';

if (parentPort && workerData?.access === 'write') {
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (answers) => {
    const count = Number(readFileSync(process.env.KILL_FILE ?? '', 'utf8'));
    if (count === 1) process.kill(process.pid, 'SIGKILL');
    if (count > 1) writeFileSync(process.env.KILL_FILE ?? '', String(count - 1));
    post(answers);
  };
}
