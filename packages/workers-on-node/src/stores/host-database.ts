import type { DatabaseSync } from 'node:sqlite';
import { openConnection } from '../database/connection.ts';

const TABLES = `
CREATE TABLE IF NOT EXISTS config (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS leases (name TEXT PRIMARY KEY, holder TEXT NOT NULL, until INTEGER NOT NULL, tick INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS room_values (room TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (room, key)) STRICT;
CREATE TABLE IF NOT EXISTS room_alarms (room TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT;
`;

/** KV values, leases of the cron and rooms, which Cloudflare keeps outside of D1. Small, so in this thread. */
export function openHostDatabase(file: string): DatabaseSync {
  const db = openConnection(file, 'write');
  // A lost value is written again within minutes.
  db.exec(`PRAGMA synchronous = NORMAL; ${TABLES}`);
  return db;
}
