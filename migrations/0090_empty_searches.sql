-- Searches without a result by the hour of Tehran, folded: at most 100 queries an hour (src/features/search/server/empty-searches.ts).
CREATE TABLE empty_searches (hour INTEGER NOT NULL, query TEXT NOT NULL, searches INTEGER NOT NULL, PRIMARY KEY (hour, query)) WITHOUT ROWID;
