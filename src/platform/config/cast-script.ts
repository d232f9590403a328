export const CAST_SCRIPT = 'https://www.gstatic.com/cv/js/sender/v1/cast_sender.js';
