/** Where the API is, below the origin. */
export const API_BASE = '/api/v1';
