/** `filler` may stand beside the others and is no small talk by itself. */
export type PhraseKind = 'greeting' | 'thanks' | 'goodbye' | 'approval' | 'filler'

/** Phrases in lower case without punctuation, separated by `|`. */
export type Phrases = Readonly<Partial<Record<PhraseKind, string>>>

/** Said in many languages. */
export const INTERNATIONAL: Phrases = {
  greeting: 'hi|hello|hey|hallo|hola|ciao',
  thanks: 'thx|thanks|merci',
  goodbye: 'bye|bye bye|ciao',
  approval: 'ok|okay|super|perfect',
}

export const PHRASES: Readonly<Record<string, Phrases>> = {
  en: {
    greeting:
      'hiya|howdy|greetings|good morning|good afternoon|good evening|good day|morning|how are you|how are you doing|how are you today|how is it going|how’s it going|what’s up|whats up|nice to meet you|hi there|hello there|hey there',
    thanks:
      'thank you|thankyou|thank you so much|thank you very much|thanks so much|thanks a lot|thanks very much|many thanks|much appreciated|cheers|ty|tysm|i appreciate it|that helped|that helps|this helped|very helpful|that was helpful|that’s helpful',
    goodbye:
      'goodbye|good bye|see you|see you later|see ya|cya|good night|have a nice day|have a good day|have a great day|take care|farewell',
    approval:
      'great|cool|awesome|excellent|good|got it|i see|understood|all right|alright|sounds good|good job|well done|that’s all|that is all|no problem|wonderful',
    filler:
      'and|so|very|well|nice|again|then|now|for your help|for the help|for that|for this|for your time|everyone|everybody|all|team|folks|guys|friend|bot|chatbot|assistant|robot|there|today|my|dear|oh|ah|much|a lot|you|it|please|just wanted to say|i want to say|for now|later|soon',
  },
  ar: {
    greeting: 'مرحبا|أهلا|اهلا|أهلا وسهلا|السلام عليكم|صباح الخير|مساء الخير|كيف حالك',
    thanks: 'شكرا|شكرا جزيلا|شكرا لك|شكرًا',
    goodbye: 'مع السلامة|وداعا|إلى اللقاء',
  },
  cs: {
    greeting: 'ahoj|dobrý den|dobré ráno|dobrý večer|čau|jak se máš|jak se máte|zdravím',
    thanks: 'díky|děkuji|děkuju|moc děkuji|moc díky|děkuji mnohokrát',
    goodbye: 'na shledanou|nashledanou|sbohem|měj se|dobrou noc',
  },
  da: {
    greeting: 'hej|goddag|godmorgen|godaften|hvordan går det|hejsa',
    thanks: 'tak|mange tak|tusind tak|tak for hjælpen',
    goodbye: 'farvel|hej hej|vi ses|godnat',
  },
  de: {
    greeting:
      'guten morgen|guten tag|guten abend|moin|moin moin|servus|grüß gott|grüezi|grüß dich|hallöchen|na|wie geht’s|wie gehts|wie geht es dir|wie geht es ihnen',
    thanks:
      'danke|dankeschön|danke schön|danke sehr|vielen dank|vielen lieben dank|herzlichen dank|besten dank|tausend dank|ich danke dir|ich danke ihnen|das hat geholfen|sehr hilfreich',
    goodbye:
      'tschüss|tschüß|tschau|auf wiedersehen|bis bald|bis später|gute nacht|schönen tag noch',
    approval: 'gut|prima|klasse|perfekt|alles klar|verstanden|passt|toll|sehr gut',
    filler:
      'zusammen|alle|und|sehr|für die hilfe|für deine hilfe|für ihre hilfe|dir|ihnen|noch|auch|mal',
  },
  el: {
    greeting: 'γεια|γεια σου|γεια σας|καλημέρα|καλησπέρα|τι κάνεις|τι κάνετε|χαίρετε',
    thanks: 'ευχαριστώ|ευχαριστώ πολύ|σε ευχαριστώ|σας ευχαριστώ',
    goodbye: 'αντίο|καληνύχτα|τα λέμε',
  },
  es: {
    greeting:
      'buenos días|buenas tardes|buenas noches|buenas|buen día|qué tal|cómo estás|cómo está|saludos',
    thanks: 'gracias|muchas gracias|mil gracias|muchísimas gracias|te lo agradezco|se lo agradezco',
    goodbye: 'adiós|adios|hasta luego|hasta pronto|hasta mañana|chao|nos vemos',
    approval: 'vale|genial|perfecto|entendido|bien|muy bien|estupendo',
    filler: 'a todos|a todas|y|por la ayuda|por tu ayuda|por su ayuda|por todo',
  },
  fi: {
    greeting: 'hei|moi|terve|moikka|hyvää huomenta|hyvää päivää|hyvää iltaa|mitä kuuluu',
    thanks: 'kiitos|kiitoksia|paljon kiitoksia|kiitos paljon|kiitti',
    goodbye: 'näkemiin|hei hei|moi moi|nähdään|hyvää yötä',
  },
  fr: {
    greeting:
      'bonjour|bonsoir|salut|coucou|ça va|comment ça va|comment allez vous|comment vas tu|bien le bonjour',
    thanks:
      'merci beaucoup|merci bien|mille mercis|un grand merci|grand merci|je vous remercie|je te remercie',
    goodbye: 'au revoir|à bientôt|à plus|à plus tard|bonne nuit|bonne journée|bonne soirée|adieu',
    approval: 'parfait|génial|d’accord|compris|très bien|bien|ça marche',
    filler:
      'à tous|à toutes|tout le monde|et|pour votre aide|pour ton aide|pour l’aide|pour tout|à vous',
  },
  he: {
    greeting: 'שלום|היי|בוקר טוב|ערב טוב|צהריים טובים|מה נשמע|מה שלומך',
    thanks: 'תודה|תודה רבה|המון תודה',
    goodbye: 'להתראות|ביי|לילה טוב',
  },
  hi: {
    greeting: 'नमस्ते|नमस्कार|हैलो|हाय|सुप्रभात|आप कैसे हैं|कैसे हो',
    thanks: 'धन्यवाद|शुक्रिया|बहुत धन्यवाद|बहुत बहुत धन्यवाद|बहुत शुक्रिया',
    goodbye: 'अलविदा|फिर मिलेंगे|शुभ रात्रि',
  },
  hu: {
    greeting:
      'szia|sziasztok|helló|jó napot|jó napot kívánok|jó reggelt|jó estét|hogy vagy|üdvözlöm',
    thanks: 'köszönöm|köszi|köszönöm szépen|nagyon köszönöm|köszönjük',
    goodbye: 'viszlát|viszontlátásra|jó éjszakát',
  },
  id: {
    greeting: 'halo|hai|selamat pagi|selamat siang|selamat sore|selamat malam|apa kabar',
    thanks: 'terima kasih|terima kasih banyak|makasih|trims',
    goodbye: 'selamat tinggal|sampai jumpa|dadah',
  },
  it: {
    greeting: 'buongiorno|buonasera|salve|buon giorno|buona sera|come stai|come va|come sta',
    thanks: 'grazie|grazie mille|molte grazie|tante grazie|ti ringrazio|la ringrazio',
    goodbye: 'arrivederci|addio|a presto|a dopo|buonanotte|buona giornata',
    approval: 'perfetto|ottimo|va bene|capito|bene',
    filler: 'a tutti|e|per l’aiuto|di tutto',
  },
  ja: {
    greeting:
      'こんにちは|こんばんは|おはよう|おはようございます|はじめまして|もしもし|やあ|ハロー|お元気ですか',
    thanks:
      'ありがとう|ありがとうございます|ありがとうございました|どうもありがとうございます|どうもありがとう|どうも|感謝します|助かりました',
    goodbye: 'さようなら|さよなら|またね|また明日|おやすみ|おやすみなさい|バイバイ|失礼します',
    approval: 'わかりました|了解|了解です|了解しました|なるほど',
  },
  ko: {
    greeting: '안녕|안녕하세요|안녕하십니까|여보세요|반갑습니다|잘 지내요',
    thanks: '감사합니다|고맙습니다|고마워|고마워요|감사해요|정말 감사합니다|대단히 감사합니다',
    goodbye: '안녕히 계세요|안녕히 가세요|잘 가|잘 있어|다음에 봐요',
  },
  nl: {
    greeting:
      'hoi|goedemorgen|goedemiddag|goedenavond|goedendag|dag|hoe gaat het|hoe gaat het met je',
    thanks:
      'dank je|dank u|dank je wel|dank u wel|bedankt|heel erg bedankt|hartelijk dank|dankjewel|dankuwel',
    goodbye: 'tot ziens|doei|tot later|tot straks|goedenacht|fijne dag',
    approval: 'goed|prima|duidelijk|perfect|oké',
  },
  no: {
    greeting: 'hei|god dag|god morgen|god kveld|hvordan går det|heisann|morn',
    thanks: 'takk|tusen takk|mange takk|takk for hjelpen|takk skal du ha',
    goodbye: 'ha det|ha det bra|farvel|vi sees|god natt',
  },
  pl: {
    greeting: 'cześć|dzień dobry|dobry wieczór|witam|witaj|hej|siema|jak się masz|co słychać',
    thanks: 'dziękuję|dzięki|dziękuję bardzo|bardzo dziękuję|wielkie dzięki|dziękuje',
    goodbye: 'do widzenia|pa|do zobaczenia|na razie|dobranoc|żegnaj',
  },
  pt: {
    greeting: 'olá|oi|bom dia|boa tarde|boa noite|tudo bem|como vai|como está',
    thanks: 'obrigado|obrigada|muito obrigado|muito obrigada|valeu|agradeço',
    goodbye: 'tchau|adeus|até logo|até mais|até breve',
    approval: 'perfeito|ótimo|entendi|certo|beleza|muito bem',
    filler: 'a todos|e|pela ajuda',
  },
  ro: {
    greeting: 'bună|bună ziua|bună dimineața|bună seara|salut|ce mai faci',
    thanks: 'mulțumesc|mulțumesc mult|mersi|mulțumesc frumos',
    goodbye: 'la revedere|pa|pe curând|noapte bună',
  },
  ru: {
    greeting:
      'привет|здравствуйте|здравствуй|добрый день|доброе утро|добрый вечер|как дела|приветствую',
    thanks: 'спасибо|большое спасибо|спасибо большое|благодарю|спасибо за помощь|огромное спасибо',
    goodbye: 'до свидания|пока|до встречи|спокойной ночи|всего доброго',
    approval: 'хорошо|отлично|понятно|ясно',
  },
  sv: {
    greeting: 'hej|hejsan|god morgon|god dag|god kväll|tjena|hallå|hur mår du|hur är läget',
    thanks: 'tack|tack så mycket|tusen tack|stort tack|tack för hjälpen',
    goodbye: 'hej då|adjö|vi ses|god natt',
  },
  th: {
    greeting: 'สวัสดี|สวัสดีครับ|สวัสดีค่ะ|หวัดดี|อรุณสวัสดิ์|สบายดีไหม',
    thanks: 'ขอบคุณ|ขอบคุณครับ|ขอบคุณค่ะ|ขอบคุณมาก|ขอบคุณมากครับ|ขอบคุณมากค่ะ',
    goodbye: 'ลาก่อน|บาย|แล้วเจอกัน',
  },
  tr: {
    greeting: 'merhaba|selam|günaydın|iyi günler|iyi akşamlar|nasılsın|nasılsınız|selamlar',
    thanks: 'teşekkürler|teşekkür ederim|çok teşekkür ederim|çok teşekkürler|sağ ol|sağol|sağ olun',
    goodbye: 'hoşça kal|hoşçakal|güle güle|görüşürüz|iyi geceler',
  },
  uk: {
    greeting:
      'привіт|вітаю|добрий день|доброго ранку|добрий ранок|добрий вечір|доброго дня|як справи',
    thanks: 'дякую|дуже дякую|щиро дякую|велике дякую|дякую за допомогу',
    goodbye: 'до побачення|бувай|на все добре|добраніч',
  },
  vi: {
    greeting: 'xin chào|chào|chào bạn|chào buổi sáng|bạn khỏe không',
    thanks: 'cảm ơn|cám ơn|cảm ơn bạn|cảm ơn nhiều|cảm ơn rất nhiều',
    goodbye: 'tạm biệt|hẹn gặp lại|chúc ngủ ngon',
  },
  zh: {
    greeting: '你好|您好|大家好|早上好|下午好|晚上好|早安|嗨|哈喽|你好吗',
    thanks: '谢谢|谢谢你|谢谢您|多谢|感谢|非常感谢|太感谢了|謝謝|謝謝你',
    goodbye: '再见|拜拜|晚安|再見',
    approval: '好的|明白了|知道了|好',
  },
}
