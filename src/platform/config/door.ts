/** Headers between the door and its origin (decision 118). Nobody else may use them: both sides remove a visitor's. */
export const DOOR_SECRET_HEADER = 'x-door-secret';
export const DOOR_ADDRESS_HEADER = 'x-door-address';
export const DOOR_COUNTRY_HEADER = 'x-door-country';
export const DOOR_NETWORK_HEADER = 'x-door-network';
/** With each answer to a door: build and catalogue. An answer without it is not the origin's own. */
export const DOOR_VERSION_HEADER = 'x-door-version';
export const MIN_DOOR_SECRET = 32;
