import { m } from '../../../platform/text/desk/messages.js';
import { formatNumber } from '../../../platform/text/format.ts';
import type { QualityRow } from '../quality-contract.ts';

interface QualityColumn {
  name: string;
  show: (row: QualityRow) => string;
  /** Milliseconds, shares of 1, counts. */
  getCell: (row: QualityRow) => number | null;
}

/** Of a table of plays. */
export function listQualityColumns(): readonly QualityColumn[] {
  const make = (name: string, getCell: QualityColumn['getCell'], format: (value: number) => string) => ({
    ...{ name, getCell },
    show: (row: QualityRow) => {
      const value = getCell(row);
      return value === null ? m.value_none() : format(value);
    },
  });
  const formatSeconds = (ms: number) => m.quality_seconds({ seconds: formatNumber(ms / 1000, 1) });
  const formatShare = (share: number) => m.figures_percent({ value: formatNumber(share * 100, 2) });
  const formatCount = (count: number) => formatNumber(count);
  return [
    make(m.quality_starts(), ({ starts }) => starts, formatCount),
    make(m.quality_start_p50(), (row) => row.start_p50, formatSeconds),
    make(m.quality_start_p95(), (row) => row.start_p95, formatSeconds),
    make(m.quality_stall_share(), (row) => row.stall_share, formatShare),
    make(m.quality_stalls(), ({ stalls }) => stalls, formatCount),
    make(m.quality_exits(), ({ exits, starts }) => (exits + starts > 0 ? exits / (exits + starts) : null), formatShare),
    make(m.quality_failures(), ({ failures }) => failures, formatCount),
  ];
}
