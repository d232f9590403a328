import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

/** TEST-NET-1 (RFC 5737) and the addresses for documents (RFC 3849): nobody's. */
const ELSEWHERE = ['192.0.2.1', '2001:db8::1'];

export interface NetworkWatch {
  /** Names that were asked for since the last call. */
  takeNames: () => string[];
  /** Packets that found no way out since the namespace began. The kernel also counts the routes of IPv6 that Chromium
   * asks for now and then without sending anything: only a test without a browser compares `ipv6`. */
  countLost: () => { ipv4: number; ipv6: number };
  close: () => void;
}

/** Watches a namespace: a name server on loopback notes each lookup and answers that the name does not exist, and the
 * kernel counts packets without a route. enter.sh has named the server in /etc/resolv.conf. */
export async function watchNetwork(): Promise<NetworkWatch> {
  let names: string[] = [];
  const server = createSocket('udp4');
  server.on('message', (query, { address, port }) => {
    const name = readName(query);
    // Loopback's own name (RFC 6761, 6.3), which the test's client asks for.
    if (name !== 'localhost') names.push(name);
    const answer = new Uint8Array(query);
    // RFC 1035, 4.1.1: an answer, recursion available, NXDOMAIN.
    answer.set([0x81, 0x83], 2);
    server.send(answer, port, address);
  });
  await new Promise<void>((done) => server.bind(53, '127.0.0.1', done));
  return {
    takeNames: () => names.splice(0),
    countLost: readLost,
    close: () => {
      names = [];
      server.close();
    },
  };
}

/** Tries to leave, as a program would that must not: by a name, and by an address. */
export async function tryToLeave(): Promise<void> {
  await lookup('probe.pardeh.example').catch(() => undefined);
  const knock = (host: string) =>
    new Promise<void>((done) => {
      const socket = connect({ host, port: 80, timeout: 2000 });
      const end = () => {
        socket.destroy();
        done();
      };
      socket.on('connect', end).on('error', end).on('timeout', end);
    });
  await Promise.all(ELSEWHERE.map(knock));
}

/** The name in the question of a DNS message. */
function readName(query: Uint8Array): string {
  const labels: string[] = [];
  for (let at = 12; at < query.length;) {
    const length = query[at] ?? 0;
    if (length === 0) break;
    labels.push(new TextDecoder().decode(query.subarray(at + 1, at + 1 + length)));
    at += 1 + length;
  }
  return labels.join('.');
}

/** The kernel's tables: of IPv4 a line of names and one of values, of IPv6 a line for each name. */
function readLost(): { ipv4: number; ipv6: number } {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8').match(/^Ip: .*$/gm) ?? [];
  const [, ipv6 = '0'] = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readFileSync('/proc/net/snmp6', 'utf8')) ?? [];
  return { ipv4: Number(values.split(' ')[names.split(' ').indexOf('OutNoRoutes')] ?? 0), ipv6: Number(ipv6) };
}
