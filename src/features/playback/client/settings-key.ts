/** Of localStorage. */
export const PLAYER_SETTINGS_KEY = 'player';
