import * as calls from '../contract.ts';
import * as moderation from '../moderation-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { undoModeration } from './undo-moderation.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { addComment } from './add.ts';
import { listComments } from './list.ts';
import { rateTitle } from './rate.ts';
import { listModeration, moderateComment, moderateComments } from './moderation.ts';
import { getCommentRules, setCommentRules, setCommentWord, tryCommentWord } from './hold-rules.ts';
import { deleteComment, likeComment, reportComment } from './react.ts';

export function mountComments(api: Api): void {
  serve(api, calls.listComments, listComments);
  serve(api, calls.addComment, addComment);
  serve(api, calls.deleteComment, deleteComment);
  serve(api, calls.likeComment, likeComment);
  serve(api, calls.reportComment, reportComment);
  serve(api, calls.rateTitle, rateTitle);
  serveOperator(
    api,
    moderation.listModeration,
    ({ queue, user }) => (user === undefined ? queue : `account:${String(user)}`),
    listModeration,
  );
  serveOperator(api, moderation.getCommentRules, () => 'rules', getCommentRules);
  serveOperator(api, moderation.setCommentRules, ({ rules }) => rules.join(','), setCommentRules);
  serveOperator(api, moderation.setCommentWord, ({ word, holds }) => `word:${word} ${holds}`, setCommentWord);
  serveOperator(api, moderation.tryCommentWord, ({ word }) => `word:${word}`, tryCommentWord);
  serveOperator(api, moderation.moderateComments, ({ ids }) => `${String(ids.length)} comments`, moderateComments);
  serveOperator(api, moderation.undoModeration, ({ id }) => `batch:${String(id)}`, undoModeration);
  serveOperator(api, moderation.moderateComment, ({ id, state }) => `${String(id)} ${state}`, moderateComment);
}
