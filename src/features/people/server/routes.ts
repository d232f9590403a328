import * as calls from '../contract.ts';
import { serve, type Api } from '../../../platform/http/serve.ts';
import { getCasts } from './casts.ts';
import { listPeople } from './people.ts';
import { getPerson, listPersonWorks } from './person.ts';

export function mountPeople(app: Api): void {
  serve(app, calls.getCasts, getCasts);
  serve(app, calls.listPeople, listPeople);
  serve(app, calls.getPerson, getPerson);
  serve(app, calls.listPersonWorks, listPersonWorks);
}
