import * as calls from '../contract.ts';
import * as desk from '../desk-contract.ts';
import { serve, type Api } from '../../../platform/http/calls/serve.ts';
import { serveOperator } from '../../staff/server/serve-operator.ts';
import { approveCompensation, approveCompensations, rehearseApprovals } from './approve.ts';
import {
  getCompensation,
  listCompensations,
  previewCompensation,
  proposeCompensation,
  refuseCompensation,
  refuseCompensations,
} from './cases.ts';
import { listGivenDays, listPromises, readGivenDays } from './promises.ts';
import { findCaseSubjects } from './subjects.ts';

export function mountCompensation(api: Api): void {
  serve(api, calls.listPromises, listPromises);
  serve(api, calls.listGivenDays, listGivenDays);
  serve(api, calls.readGivenDays, readGivenDays);
  serveOperator(api, desk.listCompensations, () => '', listCompensations);
  serveOperator(
    api,
    desk.previewCompensation,
    ({ kind, subject }) => `${kind}:${String(subject)}`,
    previewCompensation,
  );
  serveOperator(api, desk.findCaseSubjects, ({ kind }) => kind, findCaseSubjects);
  serveOperator(api, desk.getCompensation, nameCase, getCompensation);
  serveOperator(api, desk.proposeCompensation, ({ key }) => key, proposeCompensation);
  serveOperator(api, desk.approveCompensation, nameCase, approveCompensation);
  serveOperator(api, desk.rehearseApprovals, ({ ids }) => nameCases(ids), rehearseApprovals);
  serveOperator(api, desk.approveCompensations, ({ cases }) => nameCases(cases), approveCompensations);
  serveOperator(api, desk.refuseCompensation, nameCase, refuseCompensation);
  serveOperator(api, desk.refuseCompensations, ({ ids }) => nameCases(ids), refuseCompensations);
}

const nameCase = ({ id }: { id: number }) => `compensation:${String(id)}`;
const nameCases = ({ length }: readonly unknown[]) => `${String(length)} cases`;
