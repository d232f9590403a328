import { useMediaPlayer } from '@pardeh/hls/react';
import { useEffect, useState } from 'react';
import { formatNumber, formatPlain } from '../../../../platform/text/format.ts';
import { m } from '../../../../platform/text/paraglide/messages.js';
import { SidePanel } from './SidePanel.tsx';
import { getBufferAhead, listMediaLoads, measureThroughput } from './stats.ts';

const EVERY_MS = 1000;

interface Stats {
  width: number;
  height: number;
  dropped: number;
  frames: number;
  ahead: number;
  throughput: number | null;
  host: string;
}

function readStats(video: HTMLVideoElement): Stats {
  const { droppedVideoFrames, totalVideoFrames } = video.getVideoPlaybackQuality();
  const { buffered } = video;
  const ranges = Array.from({ length: buffered.length }, (_, at) => [buffered.start(at), buffered.end(at)] as const);
  const loads = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const newest = listMediaLoads(loads).at(-1);
  return {
    width: video.videoWidth,
    height: video.videoHeight,
    dropped: droppedVideoFrames,
    frames: totalVideoFrames,
    ahead: getBufferAhead(ranges, video.currentTime),
    throughput: measureThroughput(loads),
    host: newest ? new URL(newest.name).host : '',
  };
}

export function StatsPanel() {
  const player = useMediaPlayer();
  const [stats, setStats] = useState<Stats | null>(null);
  useEffect(() => {
    const look = () => {
      const video = player?.el?.querySelector('video');
      if (video) setStats(readStats(video));
    };
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [player]);
  return (
    <SidePanel title={m.player_stats()}>
      {stats && (
        <dl className="player-stats">
          <Row name={m.player_stats_picture()} value={`${formatPlain(stats.width)} × ${formatPlain(stats.height)}`} />
          <Row name={m.player_stats_buffer()} value={m.player_seconds({ seconds: formatNumber(stats.ahead, 1) })} />
          <Row
            name={m.player_stats_dropped()}
            value={m.player_position({ at: formatNumber(stats.dropped), duration: formatNumber(stats.frames) })}
          />
          <Row
            name={m.player_stats_throughput()}
            value={
              stats.throughput === null
                ? m.player_stats_unknown()
                : m.player_megabits({ value: formatNumber(stats.throughput / 1e6, 1) })
            }
          />
          <Row name={m.player_stats_host()} value={stats.host || m.player_stats_unknown()} />
        </dl>
      )}
    </SidePanel>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}
