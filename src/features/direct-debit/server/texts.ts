import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import { fillBrand } from '../../../platform/text/fill-text.ts';

export const MANDATE_DELETED = { message: en.api_mandate_deleted, message_fa: fa.api_mandate_deleted };

/** Persian: the cron does not know the visitor's language. */
const NOTICES = {
  renewal: fa.sms_debit_stopped_renewal,
  episode: fa.sms_debit_stopped_episode,
  payment: fa.sms_debit_stopped_payment,
  question: fa.sms_renewal_question,
  price: fa.sms_renewal_price,
};

export const buildNotice = (notice: keyof typeof NOTICES): string => fillBrand(NOTICES[notice], 'fa');
