import { useMediaPlayer, useMediaRemote, useMediaState } from '@pardeh/hls/react';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { ControlButton } from '../../../../platform/ui/ControlButton.tsx';
import { toggleFullscreen, useIsFullscreen } from './fullscreen.ts';

export function WindowButtons() {
  const remote = useMediaRemote();
  const player = useMediaPlayer();
  const canPip = useMediaState('canPictureInPicture');
  const canFullscreen = useMediaState('canFullscreen');
  const pip = useMediaState('pictureInPicture');
  const fullscreen = useIsFullscreen();
  return (
    <>
      {canPip && (
        <ControlButton
          icon="pip"
          label={pip ? m.player_pip_exit() : m.player_pip()}
          keys="i"
          onPress={() => remote.togglePictureInPicture()}
        />
      )}
      {canFullscreen && (
        <ControlButton
          icon={fullscreen ? 'fullscreen-exit' : 'fullscreen'}
          label={fullscreen ? m.player_fullscreen_exit() : m.player_fullscreen()}
          keys="f"
          onPress={() => void toggleFullscreen(player, remote)}
        />
      )}
    </>
  );
}
