import { api } from '../../../../platform/client/island-api.ts';
import type { ApiError } from '../../../../platform/http/calls/errors.ts';
import type { TitleKind } from '../../../../platform/kinds.ts';
import { MediaFailure, type FailureCause } from '@pardeh/hls/failure';
import { KeySessions, type KeySessionsHost } from '@pardeh/hls/key-sessions';
import { getLicence, getLicenceCertificate } from '../../licence-contract.ts';

export function createKeySessions(
  host: KeySessionsHost,
  title: { kind: TitleKind; id: number },
  stream: string | null,
): KeySessions {
  return new KeySessions(host, {
    requestLicence: async ({ system, keyId, challenge }) => {
      const streamField = stream === null ? {} : { stream };
      const answer = await api(getLicence, { ...title, ...streamField, system, key_id: keyId, challenge });
      if (!answer.ok) throw new MediaFailure(toCause(answer.error), answer.error.code);
      return answer.value.data.licence;
    },
    requestCertificate: async () => {
      const answer = await api(getLicenceCertificate, {});
      if (!answer.ok) throw new MediaFailure(toCause(answer.error), answer.error.code);
      return answer.value.data.certificate;
    },
  });
}

function toCause({ code, status }: ApiError): FailureCause {
  if (code === 'network') return 'network';
  // The playlist is a day old: a new address brings a new key.
  if (code === 'licence_key') return 'expired';
  if (status === 409) return 'stream';
  if (status === 403) return 'licence';
  return status >= 500 || status === 429 ? 'licence_server' : 'key';
}
