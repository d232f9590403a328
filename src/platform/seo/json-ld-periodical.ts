import type { Newspaper, Periodical } from 'schema-dts';

interface PeriodicalFacts {
  kind: 'magazine' | 'newspaper';
  name: string;
  alternateName: string;
  description: string;
  url: string;
  image: string;
  issues: readonly { name: string; number: number; date: string; url: string }[];
}

export function periodical({
  kind,
  issues,
  ...facts
}: PeriodicalFacts): Exclude<Periodical, string> | Exclude<Newspaper, string> {
  const hasPart = issues.map(({ number, date, ...issue }) => ({
    '@type': 'PublicationIssue' as const,
    ...issue,
    issueNumber: number,
    datePublished: date,
  }));
  return kind === 'newspaper'
    ? { '@type': 'Newspaper', ...facts, hasPart }
    : { '@type': 'Periodical', ...facts, hasPart };
}
