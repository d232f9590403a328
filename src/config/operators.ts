/**
 * Networks of Iranian operators by their AS number. Only a hint for what is said about billing, never for billing: a
 * VPN, a private relay or another operator's line hides the network.
 */
export const OPERATORS: Readonly<Record<number, { fa: string; en: string }>> = {
  197207: { fa: 'همراه اول', en: 'Hamrah-e Aval' },
  44244: { fa: 'ایرانسل', en: 'Irancell' },
  57218: { fa: 'رایتل', en: 'RighTel' },
};
