const PATHS = {
  play: 'M8 5.1v13.8c0 .8.9 1.3 1.5.8l10.2-6.9c.6-.4.6-1.2 0-1.6L9.5 4.3C8.9 3.8 8 4.3 8 5.1z',
  pause: 'M7 4h3v16H7zM14 4h3v16h-3z',
  replay: 'M12 5V1L6.5 6.5 12 12V7.5a5.5 5.5 0 1 1-5.5 5.5H4a8 8 0 1 0 8-8z',
  back: 'M11 6 5 12l6 6 1.4-1.4L7.8 12l4.6-4.6zM18 6l-6 6 6 6 1.4-1.4-4.6-4.6 4.6-4.6z',
  forward: 'M13 6l6 6-6 6-1.4-1.4 4.6-4.6-4.6-4.6zM6 6l6 6-6 6-1.4-1.4L9.2 12 4.6 7.4z',
  volume:
    'M4 9v6h4l5 5V4L8 9zM16.5 12A4.5 4.5 0 0 0 14.5 8.2v7.6a4.5 4.5 0 0 0 2-3.8zM14.5 4.3v2.1a6 6 0 0 1 0 11.2v2.1a8 8 0 0 0 0-15.4z',
  muted:
    'M4 9v6h4l5 5V4L8 9zM21 9.4 19.6 8l-2.1 2.1L15.4 8 14 9.4l2.1 2.1L14 13.6l1.4 1.4 2.1-2.1 2.1 2.1 1.4-1.4-2.1-2.1z',
  captions:
    'M4 5h16a1.5 1.5 0 0 1 1.5 1.5v11A1.5 1.5 0 0 1 20 19H4a1.5 1.5 0 0 1-1.5-1.5v-11A1.5 1.5 0 0 1 4 5zm1.5 8v1.8h6V13zm8 0v1.8h5V13zm-8-3.5v1.8h3V9.5zm5 0v1.8h8V9.5z',
  settings:
    'M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zm9 5-.1 1.1-2.1 1.2-.7 1.2.1 2.4-1.9 1.1-2.1-1.2h-1.4l-2.1 1.2-1.9-1.1.1-2.4-.7-1.2-2.1-1.2v-2.2l2.1-1.2.7-1.2-.1-2.4 1.9-1.1 2.1 1.2h1.4l2.1-1.2 1.9 1.1-.1 2.4.7 1.2 2.1 1.2z',
  pip: 'M3 5h18v14H3zm2 2v10h14V7zm7 4.5h5.5V15.5H12z',
  fullscreen: 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z',
  'fullscreen-exit': 'M8 4h2v6H4V8h4zM14 4h2v4h4v2h-6zM4 14h6v6H8v-4H4zM14 14h6v2h-4v4h-2z',
  airplay:
    'M4 4h16a1.5 1.5 0 0 1 1.5 1.5v10A1.5 1.5 0 0 1 20 17h-3v-2h2.5V6h-15v9H7v2H4a1.5 1.5 0 0 1-1.5-1.5v-10A1.5 1.5 0 0 1 4 4zm8 10 5 6H7z',
  mini: 'M3 4h18v7h-2V6H5v12h6v2H3zm10 9h8v7h-8zM12.4 12.4H7.5v-1.6h2L6.6 7.9l1.2-1.2 2.9 2.9v-2h1.7z',
  expand: 'M4 4h7v2H7.4l3.9 3.9-1.4 1.4L6 7.4V11H4zM20 20h-7v-2h3.6l-3.9-3.9 1.4-1.4 3.9 3.9V13h2z',
  cast: 'M3 5h18v14h-7v-2h5V7H5v3H3zm0 12a2 2 0 0 1 2 2H3zm0-4a6 6 0 0 1 6 6H7a4 4 0 0 0-4-4z',
  fill: 'M3 5h18v14H3zm2 2v10h14V7zm1.5 5 3-3v2h5V9l3 3-3 3v-2h-5v2z',
  fit: 'M3 5h18v14H3zm2 2v10h14V7zm2 5 0-3 3 3-3 3zm10 0v3l-3-3 3-3z',
  lock: 'M7 10V8a5 5 0 0 1 10 0v2h1.5v11h-13V10zm2 0h6V8a3 3 0 0 0-6 0zm2 4v3.5h2V14z',
  unlock: 'M7 10V8a5 5 0 0 1 9.6-2l-1.8.8A3 3 0 0 0 9 8v2h9.5v11h-13V10zm4 4v3.5h2V14z',
  episodes: 'M4 5h16v2H4zm0 4h9v2H4zm0 4h9v2H4zm0 4h7v2H4zm11-6 6 4-6 4z',
  chapters: 'M4 5h2v2H4zm4 0h12v2H8zm-4 6h2v2H4zm4 0h12v2H8zm-4 6h2v2H4zm4 0h12v2H8z',
  close: 'M6.4 5 5 6.4l5.6 5.6L5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z',
} as const;

export type IconName = keyof typeof PATHS;

export function PlayerIcon({ name }: { name: IconName }) {
  return (
    <svg className="player-icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d={PATHS[name]} fill="currentColor" fillRule="evenodd" />
    </svg>
  );
}
