// npm run definitions: writes the tables of all calls and pages into docs/security.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { insertTables, TABLES_FILE } from '../tools/lib/definition-tables.ts';

writeFileSync(TABLES_FILE, insertTables(readFileSync(TABLES_FILE, 'utf8')));
