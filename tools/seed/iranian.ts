/** A work is Iranian if Iran is the first of its countries. Its year is then shown in the Jalali calendar. */
export function isIranian({ countries }: { countries: readonly string[] }): boolean {
  return countries[0] === 'IR';
}
