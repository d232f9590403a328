/** Upper bounds of the histogram, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

interface Histogram {
  counts: number[];
  sum: number;
  total: number;
}

export interface Metrics {
  count: (kind: string, status: number, seconds: number) => void;
  /** Prometheus' text format 0.0.4. */
  write: (gauges: Record<string, number>) => string;
}

/** Requests by kind and class of status, and their seconds until the answer begins. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, Histogram>();
  return {
    count: (kind, status, seconds) => {
      const labels = `kind="${kind}",status="${String(Math.floor(status / 100))}xx"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      const histogram = durations.get(kind) ?? { counts: BOUNDS.map(() => 0), sum: 0, total: 0 };
      durations.set(kind, histogram);
      BOUNDS.forEach((bound, at) => {
        if (seconds <= bound) histogram.counts[at] = (histogram.counts[at] ?? 0) + 1;
      });
      histogram.sum += seconds;
      histogram.total += 1;
    },
    write: (gauges) => {
      const lines = ['# TYPE pardeh_requests_total counter'];
      for (const [labels, count] of requests) lines.push(`pardeh_requests_total{${labels}} ${String(count)}`);
      lines.push('# TYPE pardeh_request_seconds histogram');
      for (const [kind, histogram] of durations) lines.push(...writeHistogram(kind, histogram));
      for (const [name, value] of Object.entries(gauges)) {
        lines.push(`# TYPE pardeh_${name} gauge`, `pardeh_${name} ${String(value)}`);
      }
      return `${lines.join('\n')}\n`;
    },
  };
}

/** The texts of several processes as one: each line with its process, the lines of a metric together. */
export function mergeMetrics(texts: readonly string[]): string {
  const groups = new Map<string, string[]>();
  texts.forEach((text, index) => {
    let lines: string[] = [];
    for (const line of text.split('\n').filter((entry) => entry !== '')) {
      if (line.startsWith('#')) {
        lines = groups.get(line) ?? [];
        groups.set(line, lines);
      } else
        lines.push(
          line.replace(/^(\w+)(?:\{(.*)\})? /, (_, name: string, labels?: string) => {
            return `${name}{process="${String(index)}"${labels === undefined ? '' : `,${labels}`}} `;
          }),
        );
    }
  });
  return `${[...groups].flatMap(([head, lines]) => [head, ...lines]).join('\n')}\n`;
}

function writeHistogram(kind: string, { counts, sum, total }: Histogram): string[] {
  const name = 'pardeh_request_seconds';
  return [
    ...BOUNDS.map((bound, at) => `${name}_bucket{kind="${kind}",le="${String(bound)}"} ${String(counts[at] ?? 0)}`),
    `${name}_bucket{kind="${kind}",le="+Inf"} ${String(total)}`,
    `${name}_sum{kind="${kind}"} ${String(sum)}`,
    `${name}_count{kind="${kind}"} ${String(total)}`,
  ];
}
