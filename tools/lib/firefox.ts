/** Debian's package `firefox-esr`; `PARDEH_FIREFOX` selects another for tests. */
export const FIREFOX = process.env['PARDEH_FIREFOX'] ?? '/usr/bin/firefox-esr';
