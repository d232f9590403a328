import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };
import { fillBrand } from '../../../platform/text/fill-text.ts';

export const MANDATE_DELETED = { message: en.api_mandate_deleted, message_fa: fa.api_mandate_deleted };

/** Persian: the cron does not know the visitor's language. */
export const STOPPED_NOTICE = {
  renewal: fillBrand(fa.sms_debit_stopped_renewal, 'fa'),
  episode: fillBrand(fa.sms_debit_stopped_episode, 'fa'),
  payment: fillBrand(fa.sms_debit_stopped_payment, 'fa'),
};
export const RENEWAL_NOTICE = fillBrand(fa.sms_renewal_question, 'fa');
