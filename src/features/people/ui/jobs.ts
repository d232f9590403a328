import { m } from '../../../platform/text/paraglide/messages.js';

const JOBS: Record<string, () => string> = {
  actor: m.job_actor,
  director: m.job_director,
  writer: m.job_writer,
  producer: m.job_producer,
  composer: m.job_composer,
  cinematographer: m.job_cinematographer,
};

export function getJobName(job: string): string {
  return (JOBS[job] ?? m.job_more)();
}
