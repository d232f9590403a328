import type * as calls from '../../series-contract.ts';
import { renewCatalogueVersion } from '../../../../platform/http/cache/catalogue-version.ts';
import type { ErrorCode } from '../../../../platform/http/calls/errors.ts';
import { randomId } from '../../../../platform/http/random-id.ts';
import { fail, ok } from '../../../../platform/outcome.ts';
import type { OperatorService } from '../../../staff/server/serve-operator.ts';
import { EPISODE_FIELDS } from '../../title-fields.ts';
import { NO_LISTS, readField } from '../read-field.ts';
import { editStatements, findConflicts, readEpisodes, writeOnce, type EpisodeEdit } from './episode-edits.ts';

/** Others may write other fields meanwhile: the episodes are read again. */
const MAX_TRIES = 12;
/** Of an act, in the trail; the changes of each episode have the whole. */
const MAX_IN_TRAIL = 20;

/** Fields that have the wanted value already are not written, so a second press changes nothing. */
export const updateEpisodes: OperatorService<typeof calls.updateEpisodes> = async (
  { db, env, now, defer },
  { id, edits },
  operator,
  record,
) => {
  const reading = { thisYear: new Date(now * 1000).getUTCFullYear(), ...NO_LISTS };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const episodes = await readEpisodes(
      db,
      id,
      edits.map((edit) => edit.id),
    );
    const stored = new Map(episodes.map((episode) => [episode.id, episode]));
    const refusals: Record<string, ErrorCode> = {};
    const wanted = edits.flatMap(({ id: episodeId, rev, fields }): (EpisodeEdit & { rev: number })[] => {
      const episode = stored.get(episodeId);
      if (episode === undefined) {
        refusals[String(episodeId)] = 'title_not_found';
        return [];
      }
      const changes = EPISODE_FIELDS.flatMap((field) => {
        const raw = fields[field];
        if (raw === undefined) return [];
        const value = readField(field, raw, reading);
        if (!value.ok) refusals[`${String(episodeId)}.${field}`] = value.code;
        const before = episode.values[field];
        return value.ok && value.value !== before ? [{ field, before, after: value.value }] : [];
      });
      return changes.length > 0 ? [{ episode, rev, changes }] : [];
    });
    const [first] = Object.values(refusals);
    if (first !== undefined) return fail(first, { fields: refusals });
    if (new Set(wanted.map(({ episode }) => episode.id)).size < wanted.length) return fail('invalid_input');
    if (wanted.length === 0) return ok({ data: { changed: 0 } });
    const conflicts = await findConflicts(db, wanted);
    if (conflicts.length > 0) {
      const names = conflicts.map(({ id: episodeId, field }) => [`${String(episodeId)}.${field}`, 'title_changed']);
      return fail('title_changed', { fields: Object.fromEntries(names) as Record<string, ErrorCode> });
    }
    const save = randomId();
    if (!(await writeOnce(db, editStatements(wanted, { operator, now, save }), save))) continue;
    defer(renewCatalogueVersion(env, `titles-${save}`));
    record(toTrail(wanted));
    return ok({ data: { changed: wanted.length } });
  }
  return fail('title_changed');
};

export function toTrail(edits: readonly EpisodeEdit[]) {
  const cut = (side: 'before' | 'after') =>
    Object.fromEntries(
      edits
        .slice(0, MAX_IN_TRAIL)
        .map(({ episode, changes }) => [
          episode.id,
          Object.fromEntries(changes.map((change) => [change.field, change[side]?.slice(0, 100) ?? null])),
        ]),
    );
  const subjects = edits.map(({ episode }) => `title:${String(episode.id)}`);
  return { subjects, before: cut('before'), after: { episodes: edits.length, ...cut('after') } };
}
