/** The built Worker, whose requests to `https://<name>.test:<port>` go to this port of the test's own machine. */
import worker from './entry.mjs';

const send = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const target =
    typeof input === 'string' ? input.replace(/^https:\/\/[\w-]+\.test(?=:\d)/, 'http://127.0.0.1') : input;
  return send(target, init);
};

export default worker;
