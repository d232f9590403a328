import type { WorkbookFault } from '../../src/platform/workbook/workbook-error.ts';

/** Why a workbook cannot be read, with the remedy: it follows the name of the file. */
export const WORKBOOK_FAULTS: Record<WorkbookFault, string> = {
  zip: 'is a zip file without a workbook of Excel: unpack it first',
  old_excel: 'is an old Excel workbook: save it as .xlsx, or the sheet as "CSV UTF-8"',
  encrypted: 'is a workbook with a password: save it without one',
  damaged: 'is a damaged workbook: open it in Excel and save it again',
  large:
    'is a workbook of more than 100 MB unpacked, 1000 columns or five million cells: save the sheet as "CSV UTF-8"',
  sheets: 'is a workbook with rows in several sheets: hide those that are not meant, or save each as a file of its own',
};
