/** The places of a guest in the address of the first page's fragment: id, seconds and length, the newest first. */
export const GUEST_PLACES_PARAM = 'places';
const MAX_PLACES = 12;
const PLACE = /^(\d{1,9})-(\d{1,6})-(\d{1,6})$/;

interface GuestPosition {
  id: number;
  at: number;
  duration: number;
}

export function formatGuestPositions(places: readonly GuestPosition[]): string {
  return places
    .slice(0, MAX_PLACES)
    .map(({ id, at, duration }) => [id, Math.floor(at), Math.floor(duration)].join('-'))
    .join('.');
}

/** Leaves out malformed places. */
export function parseGuestPositions(text: string | null): GuestPosition[] {
  return (text ?? '')
    .split('.')
    .slice(0, MAX_PLACES)
    .flatMap((place) => {
      const [, id, at, duration] = PLACE.exec(place) ?? [];
      return id === undefined ? [] : [{ id: Number(id), at: Number(at), duration: Number(duration) }];
    });
}
