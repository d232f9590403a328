import { useStore } from '@nanostores/react';
import type { MediaRemoteControl } from '@pardeh/hls/react';
import { atom } from 'nanostores';
import { useEffect } from 'react';

export type Panel = 'settings' | 'keys' | 'episodes' | 'chapters' | 'stats';

const $panel = atom<Panel | null>(null);

export function togglePanel(panel: Panel): void {
  $panel.set($panel.get() === panel ? null : panel);
}

export function closePanel(): void {
  $panel.set(null);
}

export function usePanel(remote: MediaRemoteControl): Panel | null {
  const panel = useStore($panel);
  const open = panel !== null;
  useEffect(() => {
    if (!open) return;
    remote.pauseControls();
    return () => remote.resumeControls();
  }, [open, remote]);
  useEffect(() => closePanel, []);
  return panel;
}
