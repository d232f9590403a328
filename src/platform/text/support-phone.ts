let phone: string | null = null;

/** As this process read it last; null before that. */
export const getSupportPhone = (): string | null => phone;

export function setSupportPhone(next: string | null): void {
  phone = next;
}
