import { execFileSync } from 'node:child_process';
import type { Finding } from './files.ts';

/** The rule is younger than these commits and their ancestors. */
const BEFORE_RULE = '4ae4e555';
const MAX_COMMITS = 50;
const MAX_SUBJECT_CHARS = 72;
const RULES: [RegExp, string][] = [
  [new RegExp(`^.{${String(MAX_SUBJECT_CHARS + 1)},}`, 'u'), `has more than ${String(MAX_SUBJECT_CHARS)} characters`],
  [/^(?![A-Z])/, 'begins with no capital'],
  [/^[\w-]+(?:\([^)]*\))?!?:/, 'begins with a kind instead of a verb'],
  [/[.;:,]$/, 'ends with a mark'],
  [/^(?!(?:Bring|Ping|Ring|Spring|String|Swing)\b)[A-Z][a-z]+ing\b/, 'begins with a participle: use the imperative'],
  [
    /^(?!(?:Embed|Exceed|Feed|Heed|Need|Proceed|Seed|Shed|Speed|Weed)\b)[A-Z][a-z]+ed\b/,
    'begins with a past form: use the imperative',
  ],
  [/^(?!(?:Bias|Focus)\b)[A-Z][a-z]*[a-rt-z]s\b/, 'begins with a third person or a noun: use the imperative'],
  [/^[A-Z][a-z]+ (?:no|nothing|nobody|none)\b/, 'negates a noun: say the effect'],
];

/** The faults of a commit's subject; none where it is short, imperative and plain. */
export function listSubjectFaults(subject: string): string[] {
  return RULES.filter(([pattern]) => pattern.test(subject)).map(([, fault]) => fault);
}

/** Subjects of the commits since the last tag, or of the last 50. Without the history nothing is checked, and the note says so. */
export function commits(): { findings: Finding[]; note: string } {
  if (git('rev-parse', '--is-inside-work-tree') !== 'true') return { findings: [], note: 'skipped: no git' };
  if (git('rev-parse', '--is-shallow-repository') === 'true') return { findings: [], note: 'skipped: shallow clone' };
  const tag = git('describe', '--tags', '--abbrev=0');
  const isKnown = git('cat-file', '-t', BEFORE_RULE) === 'commit';
  const range = [tag === null ? 'HEAD' : `${tag}..HEAD`, ...(isKnown ? [`^${BEFORE_RULE}`] : [])];
  const log = git('log', '--no-merges', `-${String(MAX_COMMITS)}`, '--format=%h %s', ...range) ?? '';
  const subjects = log.split('\n').filter((line) => line !== '');
  const findings = subjects.flatMap((line) => {
    const [hash = ''] = line.split(' ', 1);
    const subject = line.slice(hash.length + 1);
    return listSubjectFaults(subject).map((fault) => ({ file: hash, line: 0, message: `"${subject}" ${fault}` }));
  });
  return { findings, note: `${String(subjects.length)} commits` };
}

/** The answer of git, or null where it fails or is not installed. */
function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}
