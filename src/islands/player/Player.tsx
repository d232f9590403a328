import { useStore } from '@nanostores/react';
import { Captions, MediaPlayer, MediaProvider, Track, useMediaRemote, type MediaPlayerInstance } from '@vidstack/react';
import { useCallback, useRef, useState } from 'react';
import type { Cart } from '../../contract/cart.ts';
import { DATA_SAVER_HEIGHT } from '../../domain/preferences.ts';
import { m } from '../../i18n/paraglide/messages.js';
import { $playerSettings } from '../../stores/player.ts';
import { Controls } from './Controls.tsx';
import { canUseHlsJs, firstEngine, prepareProvider, type Engine } from './engine.ts';
import { Overlay } from './Overlay.tsx';
import { PlayerTop } from './PlayerTop.tsx';
import { ResumeNote } from './ResumeNote.tsx';
import { SettingsPanel } from './SettingsPanel.tsx';
import { languageName } from './SubtitleSettings.tsx';
import { Surface } from './Surface.tsx';
import { useKeyboard } from './use-commands.ts';
import { useQuality } from './use-quality.ts';
import { useResume } from './use-resume.ts';
import { useStall } from './use-stall.ts';
import { trackIdOf, useSubtitles } from './use-subtitles.ts';

export interface PlayerProps {
  id: number;
  play: NonNullable<Cart['play']>;
  /** The name of the title, once it is known. */
  title: string;
  onClose: () => void;
  onFail: () => void;
}

/** The player of one title, filling its modal. */
export function Player({ id, play, title, onClose, onFail }: PlayerProps) {
  const ref = useRef<MediaPlayerInstance>(null);
  const remote = useMediaRemote(ref);
  const { size, background, colour, height, autoplay, dataSaver } = useStore($playerSettings);
  const wanted = height ?? (dataSaver ? DATA_SAVER_HEIGHT : null);
  const [panelOpen, setPanelOpen] = useState(false);
  const [first, setFirst] = useState<Engine>(() => firstEngine(wanted));
  // From native to hls.js where the viewer asks for a certain height, and never back.
  const engine = first === 'native' && wanted !== null && canUseHlsJs() ? 'hls' : first;
  if (engine !== first) setFirst(engine);
  // The engine that has the address. None at first: given at once, the address would also be written into the HTML,
  // and a browser that plays HLS would load it twice. None between two engines either, or the new one never starts.
  const [fed, setFed] = useState<Engine | null>(null);

  const resume = useResume(play.playing?.id ?? id, play.progress, ref);
  const subtitles = useSubtitles(
    play.subtitles.map((it) => it.lang),
    ref,
  );
  const quality = useQuality(play.manifest_url, engine, wanted, panelOpen, ref);
  useKeyboard(ref, remote, subtitles.toggle);
  useStall(
    engine === 'native' && canUseHlsJs(),
    ref,
    useCallback(() => setFirst('hls'), []),
  );

  const closePanel = useCallback(() => {
    setPanelOpen(false);
    remote.resumeControls();
  }, [remote]);
  const togglePanel = () => {
    if (panelOpen) closePanel();
    else {
      setPanelOpen(true);
      remote.pauseControls();
    }
  };
  const fail = () => {
    if (engine === 'native' && canUseHlsJs()) setFirst('hls');
    else onFail();
  };
  return (
    <MediaPlayer
      ref={ref}
      className="player"
      data-engine={engine}
      data-subtitle-size={size}
      data-subtitle-background={background}
      data-subtitle-colour={colour}
      src={fed === engine ? { src: play.manifest_url, type: 'application/vnd.apple.mpegurl' } : ''}
      preferNativeHLS={engine === 'native'}
      viewType="video"
      streamType="on-demand"
      load="eager"
      autoPlay={autoplay}
      playsInline
      keyDisabled
      title={title}
      artist={m.site_name()}
      artwork={play.poster_url ? [{ src: play.poster_url }] : []}
      ariaLabel={title ? m.player_label_title({ title }) : m.player_label()}
      onCanLoad={() => setFed(engine)}
      onSourceChange={(source) => source.src === '' && setFed(engine)}
      onProviderChange={(provider) => prepareProvider(provider, resume.startAt())}
      onLoadedMetadata={resume.begin}
      onError={fail}
      onHlsLibLoadError={onFail}
    >
      {/* A manifest that cannot be had fails at its <source>, which vidstack does not listen to. */}
      <MediaProvider
        onErrorCapture={(event) => engine === 'native' && event.target instanceof HTMLSourceElement && fail()}
      >
        {play.subtitles.map(({ lang, url }) => (
          <Track
            key={url}
            id={trackIdOf(lang)}
            kind="subtitles"
            type="vtt"
            src={url}
            lang={lang}
            label={languageName(lang)}
          />
        ))}
      </MediaProvider>
      {/* A new size needs a new layout of the lines, so a new element. */}
      <Captions key={size} className="vds-captions" textDir={subtitles.shown === 'fa' ? 'rtl' : 'ltr'} />
      <Surface />
      <Overlay />
      <PlayerTop title={title} demo={play.demo} onClose={onClose} />
      <ResumeNote resume={resume} />
      {panelOpen && <SettingsPanel quality={quality} subtitles={subtitles} onClose={closePanel} />}
      <Controls
        storyboardUrl={play.storyboard_url}
        captions={play.subtitles.length > 0 ? { on: subtitles.shown !== null, toggle: subtitles.toggle } : null}
        settings={{ open: panelOpen, toggle: togglePanel }}
      />
    </MediaPlayer>
  );
}
