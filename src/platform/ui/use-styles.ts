import { useInsertionEffect } from 'react';
import { adoptStyles } from './adopt-styles.ts';

export function useStyles(css: string): void {
  useInsertionEffect(() => adoptStyles(css), [css]);
}
