import { getLocale } from '../../platform/text/current-locale.ts';

/** English names by the Central Bank of Iran's codes; the gateways name banks in Persian alone. */
const ENGLISH_NAMES: Readonly<Record<string, string>> = {
  '011': 'Bank of Industry and Mine',
  '012': 'Bank Mellat',
  '013': 'Refah Bank',
  '014': 'Bank Maskan',
  '015': 'Bank Sepah',
  '016': 'Bank Keshavarzi',
  '017': 'Bank Melli Iran',
  '018': 'Tejarat Bank',
  '019': 'Bank Saderat Iran',
  '020': 'Export Development Bank of Iran',
  '021': 'Post Bank of Iran',
  '022': 'Cooperative Development Bank',
  '053': 'Karafarin Bank',
  '054': 'Parsian Bank',
  '055': 'EN Bank',
  '056': 'Saman Bank',
  '057': 'Bank Pasargad',
  '058': 'Sarmayeh Bank',
  '059': 'Sina Bank',
  '060': 'Mehr Iran Bank',
  '061': 'City Bank',
  '062': 'Ayandeh Bank',
  '064': 'Tourism Bank',
  '066': 'Day Bank',
  '069': 'Iran Zamin Bank',
  '070': 'Resalat Bank',
  '078': 'Middle East Bank',
};

/** The bank's name in the viewer's language; `name` as the gateway gives it where the code has none in English. */
export function getBankName(code: string, name: string): string {
  return (getLocale() === 'en' ? ENGLISH_NAMES[code] : undefined) ?? name;
}
