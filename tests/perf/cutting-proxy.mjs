// A proxy before the site that makes a film long and cuts the network in four ways, for `bench:play --soak`.
import { createServer, request as send } from 'node:http';

export const CUTS = ['offline', 'reset', 'hang', '5xx'];
const MEDIA_PLAYLIST = /^\/media\/v\/.*\/index\.m3u8$/;

/**
 * @param {string} origin of the site
 * @param {number} loops times that each media playlist is repeated
 * @returns {Promise<{url: string, cut: (kind: string | null) => void, stop: () => void}>}
 */
export async function openProxy(origin, loops) {
  const { hostname, port } = new URL(origin);
  const sockets = new Set();
  let current = null;
  const server = createServer((incoming, outgoing) => {
    if (current === 'reset' || current === 'offline') return void incoming.socket.destroy();
    if (current === 'hang') return;
    if (current === '5xx') return void outgoing.writeHead(503).end();
    const { method, url, headers } = incoming;
    const isPlaylist = MEDIA_PLAYLIST.test(url.split('?')[0]);
    const outer = send(
      { hostname, port, method, path: url, headers: isPlaylist ? plain(headers) : headers },
      (answer) => {
        if (isPlaylist && answer.statusCode === 200) void answerLong(answer, outgoing, loops);
        else answer.pipe(outgoing.writeHead(answer.statusCode, answer.headers));
      },
    );
    outer.on('error', () => incoming.socket.destroy());
    incoming.pipe(outer);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => null);
  });
  await new Promise((done) => server.listen(0, done));
  return {
    url: `http://localhost:${server.address().port}`,
    cut: (kind) => {
      current = kind;
      for (const socket of sockets) {
        if (kind === 'hang') socket.pause();
        // Connections that hung are not revived: the browser's own time-outs have to end them.
        else if (kind !== null) socket.destroy();
      }
    },
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const plain = (headers) => ({ ...headers, 'accept-encoding': 'identity' });

async function answerLong(answer, outgoing, loops) {
  const chunks = [];
  for await (const chunk of answer) chunks.push(chunk);
  const body = Buffer.from(lengthen(Buffer.concat(chunks).toString(), loops));
  outgoing.writeHead(200, { ...answer.headers, 'content-length': body.length }).end(body);
}

/** Repeats the segments, each time with another address, so that no cache answers. */
function lengthen(text, loops) {
  const [head, ...segments] = text.replace('#EXT-X-ENDLIST', '').trimEnd().split('#EXTINF:');
  const map = /^#EXT-X-MAP:.*$/m.exec(head)?.[0] ?? '';
  const once = (loop) => segments.map((segment) => `#EXTINF:${segment.trimEnd()}?loop=${loop}\n`).join('');
  const all = Array.from(
    { length: loops },
    (_, loop) => (loop > 0 ? `#EXT-X-DISCONTINUITY\n${map}\n` : '') + once(loop),
  );
  return `${head}${all.join('')}#EXT-X-ENDLIST\n`;
}
