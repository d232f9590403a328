import type { DatabaseSync } from 'node:sqlite';

/** A Durable Object's storage, as far as an actor uses it. `at`: epoch milliseconds. */
export interface ActorStorage {
  get: <T>(key: string) => Promise<T | undefined>;
  put: (entries: Record<string, unknown>) => Promise<void>;
  deleteAll: () => Promise<void>;
  setAlarm: (at: number) => Promise<void>;
  deleteAlarm: () => Promise<void>;
}

export function createRoomStore(db: DatabaseSync) {
  const read = db.prepare('SELECT value FROM room_values WHERE room = ? AND key = ?');
  const write = db.prepare('INSERT INTO room_values VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value');
  const removeAll = db.prepare('DELETE FROM room_values WHERE room = ?');
  const setAlarm = db.prepare('INSERT INTO room_alarms VALUES (?, ?) ON CONFLICT DO UPDATE SET at = excluded.at');
  const removeAlarm = db.prepare('DELETE FROM room_alarms WHERE room = ?');
  const due = db.prepare('SELECT room FROM room_alarms WHERE at <= ?');
  const open = db.prepare('SELECT DISTINCT room FROM room_values WHERE room NOT IN (SELECT room FROM room_alarms)');
  return {
    open: (room: string): ActorStorage => ({
      get: async <T>(key: string) => {
        const row = read.get(room, key) as { value: string } | undefined;
        return row && (JSON.parse(row.value) as T);
      },
      put: async (entries) => {
        for (const [key, value] of Object.entries(entries)) write.run(room, key, JSON.stringify(value));
      },
      deleteAll: async () => {
        removeAll.run(room);
        removeAlarm.run(room);
      },
      setAlarm: async (at) => {
        setAlarm.run(room, at);
      },
      deleteAlarm: async () => {
        removeAlarm.run(room);
      },
    }),
    /** Rooms of this process whose alarm is due; each alarm is given once. */
    takeDue: (now: number, isOwn: (room: string) => boolean): string[] => {
      const rooms = (due.all(now) as { room: string }[]).map(({ room }) => room).filter(isOwn);
      for (const room of rooms) removeAlarm.run(room);
      return rooms;
    },
    /** No connection outlives a restart: rooms without an alarm had viewers. */
    alarmOpenRooms: (at: number, isOwn: (room: string) => boolean): void => {
      for (const { room } of open.all() as { room: string }[]) if (isOwn(room)) setAlarm.run(room, at);
    },
  };
}
