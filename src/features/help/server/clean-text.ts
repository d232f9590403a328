import type { ErrorCode } from '../../../platform/http/calls/errors.ts';
import { fail, ok, type Outcome } from '../../../platform/outcome.ts';
import { cleanCommentText, countCharacters } from '../../comments/comments.ts';
import { HELP_TEXT_MAX, HELP_TYPED_MAX } from '../help.ts';

/** Plain text without controls and marks of direction. Errors: `help_empty`, `help_too_long`. */
export function cleanHelpText(typed: string): Outcome<string, ErrorCode> {
  const tooLong = fail('help_too_long', { fields: { text: 'help_too_long' } });
  if (typed.length > HELP_TYPED_MAX) return tooLong;
  const text = cleanCommentText(typed);
  if (text === '') return fail('help_empty', { fields: { text: 'help_empty' } });
  return countCharacters(text) > HELP_TEXT_MAX ? tooLong : ok(text);
}
