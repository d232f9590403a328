import { parentPort, receiveMessageOnPort, workerData, type MessagePort } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import { Engine } from './engine.ts';
import { GroupRunner } from './group.ts';
import type { FromPool, ThreadOptions, ToThread } from './pool.ts';

function serve(port: MessagePort, { file, access, groupMs }: ThreadOptions): void {
  const db = openConnection(file, access);
  const runner = new GroupRunner(db, new Engine(db), access, groupMs);
  const queue: ToThread[] = [];
  let isClosing = false;
  const take = (message: FromPool) => {
    if (message === 'close') isClosing = true;
    else queue.push(message);
  };
  port.on('message', (first: FromPool) => {
    take(first);
    while (queue.length > 0) {
      for (let next = receiveMessageOnPort(port); next; next = receiveMessageOnPort(port))
        take(next.message as FromPool);
      const answers = runner.answerFirst(queue);
      queue.splice(0, answers.length);
      port.postMessage(answers);
    }
    if (!isClosing) return;
    db.close();
    port.close();
  });
}

if (parentPort) serve(parentPort, workerData as ThreadOptions);
