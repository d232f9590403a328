import { parentPort, workerData } from 'node:worker_threads';
import { openConnection } from './connection.ts';
import { Engine } from './engine.ts';
import type { FromThread, ToThread } from './pool.ts';

const { file, access } = workerData as { file: string; access: 'read' | 'write' };
const db = openConnection(file, access);
const engine = new Engine(db);
const begin = access === 'read' ? 'BEGIN' : 'BEGIN IMMEDIATE';

function answer(message: ToThread): FromThread {
  try {
    if ('sql' in message) {
      engine.run(message.sql);
      return { id: message.id, answers: [] };
    }
    const work = () => message.requests.map((request) => engine.execute(request));
    return { id: message.id, answers: message.isBatch ? engine.transact(work, begin) : work() };
  } catch (error) {
    const { message: text, cause } = error instanceof Error ? error : new Error(String(error));
    return { id: message.id, error: text, cause: cause instanceof Error ? cause.message : null };
  }
}

parentPort?.on('message', (message: ToThread | 'close') => {
  if (message === 'close') {
    db.close();
    parentPort?.close();
  } else parentPort?.postMessage(answer(message));
});
