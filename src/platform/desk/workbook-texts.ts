import { m } from '../text/desk/messages.js';
import type { WorkbookFault } from '../workbook/workbook-error.ts';

/** Why a workbook cannot be read, with what to do. */
export const WORKBOOK_FAULTS: Record<WorkbookFault, () => string> = {
  zip: m.workbook_zip,
  old_excel: m.workbook_old,
  encrypted: m.workbook_encrypted,
  damaged: m.workbook_damaged,
  large: m.workbook_large,
  sheets: m.workbook_sheets,
};
