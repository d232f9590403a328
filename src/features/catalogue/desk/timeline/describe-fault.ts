import { m } from '../../../../platform/text/paraglide/messages.js';
import type { TimelineCode } from '../../../titles/facts/timeline.ts';

/** The server's refusals, before the list is sent. */
const FAULTS: Record<TimelineCode, () => string> = {
  timeline_list: m.error_timeline_list,
  timeline_time: m.error_timeline_time,
  timeline_order: m.error_timeline_order,
  timeline_overlap: m.error_timeline_overlap,
  timeline_length: m.error_timeline_length,
  title_name: m.error_title_name,
};
export const describeFault = (code: TimelineCode) => FAULTS[code]();
