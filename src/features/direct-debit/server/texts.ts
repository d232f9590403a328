import en from '../../../../locales/en.json' with { type: 'json' };
import fa from '../../../../locales/fa.json' with { type: 'json' };

/** What deleting a bank says, in both languages. */
export const MANDATE_DELETED = { message: en.api_mandate_deleted, message_fa: fa.api_mandate_deleted };

/** The SMS of a collection that stopped; Persian, since the cron knows no visitor's language. */
export const STOPPED_NOTICE = {
  renewal: fa.sms_debit_stopped_renewal,
  episode: fa.sms_debit_stopped_episode,
  payment: fa.sms_debit_stopped_payment,
};
