import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { getMagazine } from './magazine.ts';
import { listMagazines } from './magazines.ts';

export function mountMagazines(app: Api): void {
  serve(app, calls.getMagazine, getMagazine);
  serve(app, calls.listMagazines, listMagazines);
}
