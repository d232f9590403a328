import { serve, type Api, type Service } from '../../../platform/http/serve.ts';
import { castAddress as castCall, renewPlay as call } from '../contract.ts';
import { getLicence as licenceCall, getLicenceCertificate as certificateCall } from '../licence-contract.ts';
import { castAddress } from './cast-address.ts';
import { getCertificate, getLicence } from './licence.ts';
import { renewPlay } from './renew-play.ts';

export function mountPlayback(app: Api, castChannel: Service<typeof castCall>): void {
  serve(app, call, renewPlay);
  serve(app, licenceCall, getLicence);
  serve(app, certificateCall, getCertificate);
  serve(app, castCall, (context, { kind, ...input }) =>
    kind === 'channel' ? castChannel(context, { kind, ...input }) : castAddress(context, { kind, ...input }),
  );
}
