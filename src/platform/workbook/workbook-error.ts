export type WorkbookFault = 'zip' | 'old_excel' | 'encrypted' | 'damaged' | 'large' | 'sheets';

export class WorkbookError extends Error {
  override readonly name = 'WorkbookError';
  readonly fault: WorkbookFault;

  constructor(fault: WorkbookFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}
