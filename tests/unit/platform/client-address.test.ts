import { describe, expect, it } from 'vitest';
import type { Env } from '../../../src/platform/config/env.ts';
import { copyClientHeaders, getClientAddress } from '../../../src/platform/http/address/client-address.ts';

const request = (headers: Record<string, string>) => new Request('https://pardeh.test/', { headers });
const env = (CLIENT_ADDRESS_HEADER: string, SOCKET_ADDRESS?: string) =>
  ({ CLIENT_ADDRESS_HEADER, SOCKET_ADDRESS }) as Env;
const FORGED = {
  'cf-connecting-ip': '198.51.100.1',
  'x-real-ip': '198.51.100.2',
  'x-forwarded-for': '198.51.100.3',
  'x-pardeh-address': '198.51.100.4',
  'true-client-ip': '198.51.100.5',
  forwarded: 'for=198.51.100.6',
};

describe("the caller's address", () => {
  it('is what the header says that is configured, and no other one', () => {
    expect(getClientAddress(request(FORGED), env('cf-connecting-ip'))).toBe('198.51.100.1');
    expect(getClientAddress(request(FORGED), env('CF-Connecting-IP', '203.0.113.9'))).toBe('198.51.100.1');
    expect(getClientAddress(request({ 'cf-connecting-ip': ' 2001:db8::1 ' }), env('cf-connecting-ip'))).toBe(
      '2001:db8::1',
    );
  });

  it('is the last of a list, which the nearest proxy wrote', () => {
    const list = { 'x-forwarded-for': '198.51.100.3, 10.0.0.1, 203.0.113.7' };
    expect(getClientAddress(request(list), env('x-forwarded-for'))).toBe('203.0.113.7');
  });

  it.each(['', 'unknown', '198.51.100.1:443', '203.0.113.7, ', 'a'.repeat(5000), '1.2.3', '999.1.1.1', "'; --"])(
    'is not known where the header says %j',
    (value) => {
      expect(getClientAddress(request({ 'x-real-ip': value }), env('x-real-ip', '203.0.113.9'))).toBe('');
    },
  );

  it('is not known where the configured header is not there: the proxy was passed by', () => {
    expect(getClientAddress(request({ 'x-forwarded-for': '198.51.100.3' }), env('x-real-ip', '203.0.113.9'))).toBe('');
  });

  it("is the socket's where no header is configured, whatever headers come along", () => {
    for (const socket of ['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9']) {
      expect(getClientAddress(request({}), env('', socket))).toBe(socket);
      expect(getClientAddress(request(FORGED), env('', socket))).toBe(socket);
    }
    expect(getClientAddress(request({}), env('', '10.0.0.7'))).toBe('10.0.0.7');
  });

  it('is not known behind a proxy that no setting names, nor without a socket', () => {
    for (const socket of ['127.0.0.1', '::1', '::ffff:127.0.0.1', undefined, '']) {
      expect(getClientAddress(request({}), env('', socket))).toBe('');
    }
    for (const socket of ['10.0.0.7', '172.17.0.1', '192.168.1.1', 'fd00::1', 'fe80::1']) {
      expect(getClientAddress(request({ 'x-forwarded-for': '198.51.100.3' }), env('', socket)), socket).toBe('');
    }
  });

  it('stays the same in a request of our own', () => {
    for (const [vars, headers] of [
      [env('cf-connecting-ip'), FORGED],
      [env('', '10.0.0.7'), { 'x-forwarded-for': '198.51.100.3' }],
      [env('', '203.0.113.9'), FORGED],
      [env('x-real-ip'), {}],
    ] as const) {
      const ownHeaders = new Headers();
      copyClientHeaders(request(headers), ownHeaders, vars);
      expect(getClientAddress(request(Object.fromEntries(ownHeaders)), vars)).toBe(
        getClientAddress(request(headers), vars),
      );
    }
  });
});
