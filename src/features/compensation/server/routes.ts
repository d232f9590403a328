import * as calls from '../contract.ts';
import * as desk from '../desk-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import {
  approveCompensation,
  getCompensation,
  listCompensations,
  previewCompensation,
  proposeCompensation,
  refuseCompensation,
} from './cases.ts';
import { listGivenDays, listPromises } from './promises.ts';

export function mountCompensation(api: Api): void {
  serve(api, calls.listPromises, listPromises);
  serve(api, calls.listGivenDays, listGivenDays);
  serveOperator(api, desk.listCompensations, () => '', listCompensations);
  serveOperator(
    api,
    desk.previewCompensation,
    ({ kind, subject }) => `${kind}:${String(subject)}`,
    previewCompensation,
  );
  serveOperator(api, desk.getCompensation, nameCase, getCompensation);
  serveOperator(api, desk.proposeCompensation, ({ key }) => key, proposeCompensation);
  serveOperator(api, desk.approveCompensation, nameCase, approveCompensation);
  serveOperator(api, desk.refuseCompensation, nameCase, refuseCompensation);
}

const nameCase = ({ id }: { id: number }) => `compensation:${String(id)}`;
