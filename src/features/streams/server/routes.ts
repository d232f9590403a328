import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import * as calls from '../contract.ts';
import { getStreams, holdStream, releaseStream, stopStream } from './streams.ts';

export function mountStreams(app: Api): void {
  serve(app, calls.holdStream, holdStream);
  serve(app, calls.getStreams, getStreams);
  serve(app, calls.stopStream, stopStream);
  serve(app, calls.releaseStream, releaseStream);
}
